/** Acts on final payments: a valid swap joins the queue, every other payment is refunded. */
import { isAddressOn } from './addresses.ts';
import { parseSwapMemo, type SwapMemo } from './memo.ts';
import { aliasOn, findName } from './names.ts';
import { fault, type Network, poolNames } from './network.ts';
import { formatNodeAsset, fuzzyMatch, type NodeAsset, nodeAsset, paidOn } from './node-asset.ts';
import { openInbounds } from './open-inbounds.ts';
import { maxQuantity } from './quote-math.ts';
import { scheduleRefund } from './settle.ts';
import type { Inbound } from './state.ts';
import { refusalOf } from './swap-rules.ts';

/**
 * Handles payments that became final in an earlier block, so that for one block a payment is final and neither pending
 * nor planned.
 */
export function acceptFinalised(network: Network): boolean {
  let changed = false;
  for (const inbound of openInbounds(network)) {
    if (inbound.handled || inbound.finalisedHeight === undefined || inbound.finalisedHeight >= network.state.height)
      continue;
    inbound.handled = true;
    accept(network, inbound);
    changed = true;
  }
  return changed;
}

function accept(network: Network, inbound: Inbound): void {
  const read = readPayment(network, inbound);
  if (typeof read === 'string') scheduleRefund(network, inbound, inbound.coin.amount, read);
  else enqueue(network, inbound, read);
}

type Order = { memo: SwapMemo; source: NodeAsset; target: NodeAsset; destination: string };

/** The requested swap, or the reason for a refund. */
function readPayment(network: Network, inbound: Inbound): Order | string {
  const parsed = parseSwapMemo(inbound.memo, network.config.id);
  if (!parsed.ok) return parsed.reason;
  const { memo } = parsed;
  const source = nodeAsset(inbound.coin.asset);
  const target = fuzzyMatch(memo.asset, poolNames(network));
  const refundTo = memo.refundAddress && resolve(network, memo.refundAddress, source);
  if (refundTo) inbound.refundAddress = refundTo;
  const destination = resolve(network, memo.destination || inbound.from, target);
  if (!destination) return `cannot parse '${memo.destination}' as an Address: ${memo.destination} is not recognizable`;
  const refusal = refusalOf(network, source, target, destination);
  if (refusal) return refusal.text;
  const forced = fault(network, 'forceRefund');
  if (forced)
    return typeof forced.reason === 'string' ? forced.reason : `emit asset 0 less than price limit ${memo.limit}`;
  return { memo, source, target, destination };
}

/** The address itself, or a name's alias on the asset's chain. */
function resolve(network: Network, text: string, asset: NodeAsset): string | undefined {
  const chain = paidOn(asset, network.config.home);
  if (isAddressOn(text, chain)) return text;
  const record = findName(network.state, text);
  return record ? aliasOn(record, chain) : undefined;
}

function enqueue(network: Network, inbound: Inbound, { memo, source, target, destination }: Order): void {
  inbound.affiliates = memo.affiliates.map((one) => ({
    name: one.name,
    bps: one.bps ?? findName(network.state, one.name)?.affiliateBps ?? 0n,
  }));
  inbound.progress = {
    asset: formatNodeAsset(target),
    destination,
    limit: memo.limit,
    interval: memo.interval,
    quantity: quantityOf(network, source, target, inbound.coin.amount, memo),
    count: 0n,
    lastHeight: 0,
    deposit: inbound.coin.amount,
    in: 0n,
    out: 0n,
    failed: [],
    feeNative: 0n,
    slipBps: 0n,
  };
  inbound.queued = true;
}

/** Maya swaps in one go unless the memo has an interval; THORChain always splits, into at most its own maximum. */
function quantityOf(network: Network, source: NodeAsset, target: NodeAsset, amount: bigint, memo: SwapMemo): bigint {
  if (network.config.id === 'maya' && memo.interval === 0n) return 1n;
  const most = maxQuantity(network, source, target, amount, memo.interval) ?? 1n;
  // A quantity of 1 without an interval is printed without a suffix, so it looks like no quantity.
  const asked = memo.quantity === 0n || (memo.interval === 0n && memo.quantity === 1n) ? most : memo.quantity;
  const quantity = asked > most ? most : asked;
  return quantity === 0n ? 1n : quantity;
}
