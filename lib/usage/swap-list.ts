/** Lists the swaps of an integrator's quotes, newest first, page by page. */
import type { ListedSwap } from '../api/schemas/swaps.ts';
import type { Store } from '../db/store.ts';
import type { PaidSwap, SwapOwner } from '../db/usage-store.ts';
import { type Amount, formatAmount } from '../domain/amount.ts';
import { formatAsset } from '../domain/asset.ts';
import type { ChainId } from '../domain/chain-id.ts';
import { type CsvColumn, csvText } from '../domain/csv.ts';
import { deriveSwap } from '../domain/derive-swap.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import type { RouteDraft } from '../domain/route.ts';
import { isFinalStatus, type Observation, type TrackingStatus, type TxFact } from '../domain/swap-status.ts';

type Position = Pick<PaidSwap, 'createdAt' | 'id'>;

/** `since` and `until` (exclusive) in unix ms. */
export type SwapWish = {
  of: SwapOwner;
  status?: TrackingStatus | undefined;
  provider?: ProviderId | undefined;
  chain?: ChainId | undefined;
  /** The one chain of the owner's; undefined for all. */
  on?: ChainId | undefined;
  since: number;
  until: number;
  after?: Position | undefined;
  limit: number;
};

export type SwapListDeps = {
  store: Pick<Store, 'paidSwaps' | 'observationsOfAll'>;
  /** Unix ms. */
  now: () => number;
};

/** Where a provider is asked for, which the database does not know: swaps that are read at once, and at most, for a page. */
const CHUNK = 100;
const MOST_READ = 2000;

const iso = (at: number): string => new Date(at).toISOString();

const paidOut = ({ amount, hash }: { amount: Amount; hash?: string | undefined }) => ({
  asset: formatAsset(amount.asset),
  amount: formatAmount(amount),
  ...(hash ? { hash } : {}),
});
const sentOut = (tx: TxFact | undefined) => (tx?.amount ? paidOut({ amount: tx.amount, hash: tx.hash }) : undefined);

function listed(swap: PaidSwap, draft: RouteDraft, facts: readonly Observation[], now: number): ListedSwap | undefined {
  const [provider] = draft.providers;
  if (provider === undefined) return undefined;
  const { status } = swap;
  const derived = deriveSwap(facts, { now, legs: Math.max(draft.legs.length, 1), storedStatus: status });
  const ended = isFinalStatus(status) ? derived.timeline.at(-1)?.at : undefined;
  const [received, refund] = [sentOut(derived.outbound), sentOut(derived.refund?.tx)];
  const hash = swap.hash || derived.inbound?.hash;
  return {
    quoteId: swap.quoteId,
    routeIndex: swap.routeIndex,
    provider,
    status,
    createdAt: iso(swap.createdAt),
    ...(ended === undefined ? {} : { endedAt: iso(ended) }),
    chain: swap.chain,
    ...(hash ? { hash } : {}),
    sellAsset: formatAsset(draft.sell.asset),
    sellAmount: formatAmount(derived.inbound?.amount ?? draft.sell),
    buyAsset: formatAsset(draft.expectedBuy.asset),
    expectedBuyAmount: formatAmount(draft.expectedBuy),
    expectedBuyAmountMaxSlippage: formatAmount(draft.guaranteedBuy),
    ...(received ? { received } : {}),
    ...(refund ? { refund } : {}),
    ...(derived.reasonCode === undefined ? {} : { reasonCode: derived.reasonCode }),
    ...(draft.destinationAddress === '' ? {} : { recipient: draft.destinationAddress }),
  };
}

/** `next` is the last swap that was read, where there may be more. */
export async function listSwaps(
  { provider, ...wish }: SwapWish,
  { store, now }: SwapListDeps,
): Promise<{ swaps: ListedSwap[]; next?: Position }> {
  const swaps: ListedSwap[] = [];
  const size = provider === undefined ? wish.limit : Math.max(wish.limit, CHUNK);
  let { after } = wish;
  for (let read = 0; read < MOST_READ; read += size) {
    const page = await store.paidSwaps({ ...wish, limit: size, after, newestFirst: true });
    const wanted = page.filter(({ draft }) => provider === undefined || draft?.providers[0] === provider);
    const facts = await store.observationsOfAll(wanted.map(({ id }) => id));
    for (const swap of wanted) {
      const entry = swap.draft && listed(swap, swap.draft, facts.get(swap.id) ?? [], now());
      if (entry) swaps.push(entry);
      if (swaps.length === wish.limit) return { swaps, next: { createdAt: swap.createdAt, id: swap.id } };
    }
    const last = page.at(-1);
    if (page.length < size || !last) return { swaps };
    after = { createdAt: last.createdAt, id: last.id };
  }
  return { swaps, ...(after ? { next: { createdAt: after.createdAt, id: after.id } } : {}) };
}

/** Unknown values are empty. */
const COLUMNS: readonly CsvColumn<ListedSwap>[] = [
  ['created_at', ({ createdAt }) => createdAt],
  ['ended_at', ({ endedAt }) => endedAt],
  ['status', ({ status }) => status],
  ['reason', ({ reasonCode }) => reasonCode],
  ['provider', ({ provider }) => provider],
  ['sell_asset', ({ sellAsset }) => sellAsset],
  ['sell_amount', ({ sellAmount }) => sellAmount],
  ['buy_asset', ({ buyAsset }) => buyAsset],
  ['expected_amount', ({ expectedBuyAmount }) => expectedBuyAmount],
  ['guaranteed_amount', ({ expectedBuyAmountMaxSlippage }) => expectedBuyAmountMaxSlippage],
  ['received_asset', ({ received }) => received?.asset],
  ['received_amount', ({ received }) => received?.amount],
  ['refund_asset', ({ refund }) => refund?.asset],
  ['refund_amount', ({ refund }) => refund?.amount],
  ['recipient', ({ recipient }) => recipient],
  ['payment_chain', ({ chain }) => chain],
  ['payment_hash', ({ hash }) => hash],
  ['payout_hash', ({ received }) => received?.hash],
  ['refund_hash', ({ refund }) => refund?.hash],
  ['quote_id', ({ quoteId }) => quoteId],
  ['route_index', ({ routeIndex }) => routeIndex],
];

export const swapsCsv = (swaps: readonly ListedSwap[]): string => csvText(COLUMNS, swaps);
