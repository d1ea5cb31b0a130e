/**
 * Follows one swap by its order. Facts of another payment are dropped, and an order ends only when neither Garden nor
 * the payment's own chain knows a payment.
 */

import { sameAddress } from '../../chains/address.ts';
import { CHAINS } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { isWithin } from '../../domain/is-within.ts';
import type { ObserveResult } from '../../domain/swap-status.ts';
import type { CallOptions, TrackedLeg } from '../provider.ts';
import { laterNow } from './chain-time.ts';
import type { OrderDeps } from './create.ts';
import { termsOf } from './order-terms.ts';
import type { SharedReads } from './shared-reads.ts';
import { expiredFact, isExpired, type OrderView, toObservations } from './to-observation.ts';
import { hashesOf } from './tx-hashes.ts';
import type { GardenOrder } from './upstream-schemas.ts';

export type TrackDeps = Pick<OrderDeps, 'client' | 'clients' | 'network' | 'now' | 'log'> & { reads: SharedReads };

const NOTHING: ObserveResult = { observations: [], stale: false };
const STALE: ObserveResult = { observations: [], stale: true };

const sameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Another order's end must not end this one. */
function isOurs(tracked: TrackedLeg, order: GardenOrder): boolean {
  const { route } = tracked;
  const terms = termsOf(route);
  const id = terms?.order?.id ?? route.orderId;
  if (id !== undefined && !sameText(order.order_id, id)) return false;
  if (terms && !sameText(order.source_swap.asset, terms.from)) return false;
  if (terms && !sameText(order.destination_swap.asset, terms.to)) return false;
  const { destinationAddress, expectedBuy } = route;
  return (
    destinationAddress === '' ||
    sameAddress(expectedBuy.asset.chain, order.destination_swap.redeemer, destinationAddress)
  );
}

const paysWith = (order: GardenOrder, { hash, chain }: TrackedLeg): boolean =>
  hashesOf(chain, order.source_swap.initiate_tx_hash).some((one) => sameText(one, hash));

async function orderOf(
  { client, reads }: TrackDeps,
  tracked: TrackedLeg,
  signal: AbortSignal,
): Promise<GardenOrder | undefined> {
  const id = termsOf(tracked.route)?.order?.id ?? tracked.route.orderId;
  if (id !== undefined) return reads.read(`order ${id}`, (own) => client.order(id, own), signal);
  if (tracked.hash === '') return undefined;
  return (await client.ordersByTx(tracked.hash, signal)).find((one) => paysWith(one, tracked));
}

/** Blocks since the payment; undefined when the height by which the lock counts is unknown. */
async function sinceLock(
  { clients }: TrackDeps,
  { route }: TrackedLeg,
  order: GardenOrder,
  signal: AbortSignal,
): Promise<bigint | undefined> {
  const block = order.source_swap.initiate_block_number;
  const { chain } = route.sell.asset;
  // It is unknown which blocks an indexer counts when nodes show Ethereum's as well: time decides the end of the
  // lock.
  const ambiguous = CHAINS[chain].layerTwo?.blockNumbers === 'ethereum';
  if (block === undefined || block === 0n || ambiguous) return undefined;
  try {
    const height = await (clients.evm(chain)?.blockNumber({ signal }) ?? clients.utxo(chain)?.tipHeight({ signal }));
    return height === undefined || BigInt(height) < block ? undefined : BigInt(height) - block;
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

type OnChain = 'none' | 'sent' | 'mined' | 'unknown';

async function transactionOnChain({ clients }: TrackDeps, { hash, chain }: TrackedLeg, signal: AbortSignal) {
  const utxo = await clients.utxo(chain)?.transaction(hash, { signal });
  const known = (await clients.evm(chain)?.transaction(hash, { signal })) ?? utxo;
  if (known) return ('blockNumber' in known ? known.blockNumber : utxo?.blockHeight) === undefined ? 'sent' : 'mined';
  return (await clients.solana(chain)?.status(hash, { signal })) === undefined ? 'none' : 'mined';
}

/** The payment on its own chain; `unknown` when the chain cannot be asked. */
async function paymentOnChain(deps: TrackDeps, tracked: TrackedLeg, signal: AbortSignal): Promise<OnChain> {
  const { hash, chain, route } = tracked;
  try {
    if (hash !== '') return await transactionOnChain(deps, tracked, signal);
    const utxo = route.inboundAddress === undefined ? undefined : deps.clients.utxo(chain);
    const deposits = (await utxo?.utxos(route.inboundAddress ?? '', { signal })) ?? [];
    return deposits.length > 0 ? 'sent' : 'none';
  } catch (error) {
    if (signal.aborted) throw error;
    return 'unknown';
  }
}

/** An indexer that keeps up shows a payment within this time of its being mined. */
const LAGS_AFTER_MS = 60_000;

/** Garden knows no payment: when the chain has had one for a while, Garden lags behind. */
async function unpaid(deps: TrackDeps, view: OrderView, signal: AbortSignal): Promise<ObserveResult> {
  const { tracked, now } = view;
  const isOver = isExpired(view);
  const isWaited = tracked.hash !== '' && !isWithin(LAGS_AFTER_MS, tracked.knownSince, now);
  if (!isOver && !isWaited) return NOTHING;
  const onChain = await paymentOnChain(deps, tracked, signal);
  if (onChain === 'mined') return STALE;
  return isOver && onChain === 'none' ? { observations: [expiredFact(view)], stale: false } : NOTHING;
}

/** A swap under way is timed by the chain's clock; a finished one needs none. */
const isSettled = ({ destination_swap: to, source_swap: from }: GardenOrder): boolean =>
  to.redeem_tx_hash !== undefined || from.redeem_tx_hash !== undefined || from.refund_tx_hash !== undefined;

const sharedNow = (deps: TrackDeps, chains: readonly ChainId[], signal: AbortSignal): Promise<number> =>
  deps.reads.read(`now ${chains}`, (own) => laterNow(deps, chains, { signal: own }), signal);

async function look(deps: TrackDeps, tracked: TrackedLeg, signal: AbortSignal): Promise<ObserveResult> {
  const order = await orderOf(deps, tracked, signal);
  if (!order) return NOTHING;
  if (!isOurs(tracked, order)) {
    deps.log({ event: 'observe', what: 'garden order', fault: 'it is another order' });
    return NOTHING;
  }
  const chains = [tracked.route.sell.asset.chain, tracked.route.expectedBuy.asset.chain];
  const now = isSettled(order) ? deps.now() : await sharedNow(deps, chains, signal);
  const isPaid = order.source_swap.initiate_tx_hash !== undefined;
  const view = { tracked, order, network: deps.network, now };
  if (!isPaid && order.source_swap.refund_tx_hash === undefined) return unpaid(deps, view, signal);
  // Another transaction than this one paid the order: that proves nothing about this payment.
  if (tracked.hash !== '' && isPaid && !paysWith(order, tracked)) return NOTHING;
  const blocks = isSettled(order) ? undefined : await sinceLock(deps, tracked, order, signal);
  return { observations: toObservations({ ...view, sinceLock: blocks }), stale: false };
}

/** Never throws: an upstream's failure is `stale`. */
export async function trackGarden(
  deps: TrackDeps,
  tracked: TrackedLeg,
  { signal }: CallOptions,
): Promise<ObserveResult> {
  if (CHAINS[tracked.chain].kind === 'none') return NOTHING;
  try {
    return await look(deps, tracked, signal);
  } catch {
    return STALE;
  }
}
