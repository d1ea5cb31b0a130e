/** Acts on final payments: a valid swap joins the queue, everything else goes back to who paid. */
import { isAddressOn } from './addresses.ts';
import { parseSwapMemo, type SwapMemo } from './memo.ts';
import { aliasOn, findName } from './names.ts';
import { fault, type Network, poolNames } from './network.ts';
import { formatNodeAsset, fuzzyMatch, type NodeAsset, nodeAsset, paidOn } from './node-asset.ts';
import { maxQuantity } from './quote-math.ts';
import { scheduleRefund } from './settle.ts';
import type { Inbound } from './state.ts';
import { refusalOf } from './swap-rules.ts';

/** Handles what became final in an earlier block, so that for one block it is final and neither pending nor planned. */
export function acceptFinalised(network: Network): boolean {
  let changed = false;
  for (const inbound of network.state.inbounds) {
    if (inbound.handled || inbound.finalisedHeight === undefined || inbound.finalisedHeight >= network.state.height)
      continue;
    inbound.handled = true;
    accept(network, inbound);
    changed = true;
  }
  return changed;
}

function accept(network: Network, inbound: Inbound): void {
  const { id } = network.config;
  const parsed = parseSwapMemo(inbound.memo, id);
  if (!parsed.ok) return scheduleRefund(network, inbound, inbound.coin.amount, parsed.reason);
  const source = nodeAsset(inbound.coin.asset);
  const target = fuzzyMatch(parsed.memo.asset, poolNames(network));
  const destination = resolve(network, parsed.memo.destination || inbound.from, target);
  if (parsed.memo.refundAddress) {
    const refundTo = resolve(network, parsed.memo.refundAddress, source);
    if (refundTo) inbound.refundAddress = refundTo;
  }
  if (!destination) {
    const text = `cannot parse '${parsed.memo.destination}' as an Address: ${parsed.memo.destination} is not recognizable`;
    return scheduleRefund(network, inbound, inbound.coin.amount, text);
  }
  const refusal = refusalOf(network, source, target, destination);
  if (refusal) return scheduleRefund(network, inbound, inbound.coin.amount, refusal.text);
  const forced = fault(network, 'forceRefund');
  if (forced) {
    const text =
      typeof forced.reason === 'string' ? forced.reason : `emit asset 0 less than price limit ${parsed.memo.limit}`;
    return scheduleRefund(network, inbound, inbound.coin.amount, text);
  }
  enqueue(network, inbound, parsed.memo, source, target, destination);
}

/** The address itself, or the alias of a name on the asset's chain. */
function resolve(network: Network, text: string, asset: NodeAsset): string | undefined {
  const chain = paidOn(asset, network.config.home);
  if (isAddressOn(text, chain)) return text;
  const record = findName(network.state, text);
  return record ? aliasOn(record, chain) : undefined;
}

function enqueue(
  network: Network,
  inbound: Inbound,
  memo: SwapMemo,
  source: NodeAsset,
  target: NodeAsset,
  destination: string,
): void {
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

/** Maya swaps at once unless an interval was asked for; THORChain always splits, up to its most. */
function quantityOf(network: Network, source: NodeAsset, target: NodeAsset, amount: bigint, memo: SwapMemo): bigint {
  if (network.config.id === 'maya' && memo.interval === 0n) return 1n;
  const most = maxQuantity(network, source, target, amount, memo.interval) ?? 1n;
  // A quantity of 1 without an interval is printed without a suffix and cannot be told from none.
  const asked = memo.quantity === 0n || (memo.interval === 0n && memo.quantity === 1n) ? most : memo.quantity;
  const quantity = asked > most ? most : asked;
  return quantity === 0n ? 1n : quantity;
}
