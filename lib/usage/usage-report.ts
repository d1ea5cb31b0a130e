/**
 * Reports what keys were used for: requests and quotes from the stored counts, swaps and money from the swaps
 * themselves.
 */
import { z } from 'zod';
import type { Store } from '../db/store.ts';
import type { PaidSwap } from '../db/usage-store.ts';
import { type Amount, fromBaseUnits, mulDiv, rescale } from '../domain/amount.ts';
import { assetKey, formatAsset, sameAsset } from '../domain/asset.ts';
import { type DerivedSwap, deriveSwap } from '../domain/derive-swap.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import type { RouteDraft } from '../domain/route.ts';
import { soldAmount } from '../domain/sold-amount.ts';
import type { Observation } from '../domain/swap-status.ts';

/** What completed swaps paid the affiliate through one provider in one asset; `usd` is absent where it has no price. */
export type EarnedFee = { provider: ProviderId; asset: string; amount: string; usd?: string };

export type Usage = {
  /** By method and path pattern. */
  requests: Record<string, number>;
  quotes: number;
  /** `swaps` were seen on their chain; `completed` of these were paid out. */
  swaps: number;
  completed: number;
  /**
   * USD at the prices of the quotes, with two decimals: the amount that all swaps sold, and the fee that completed ones
   * paid the affiliate.
   */
  soldUsd: string;
  affiliateFeeUsd: string;
  /** Swaps whose sold asset had no price; `soldUsd` leaves them out. */
  unpriced: number;
  fees: EarnedFee[];
};

/** `usd` in millionths of a dollar. */
type FeeSum = { provider: ProviderId; amount: Amount; usd: bigint | undefined };

/** The use of one key on one day; sums of money in millionths of a dollar. */
export type DayUsage = {
  /** `2026-11-21`, UTC. */
  day: string;
  keyId: string;
  counts: Pick<Usage, 'requests' | 'quotes' | 'swaps' | 'completed' | 'unpriced'>;
  sold: bigint;
  fees: FeeSum[];
};

/** Days as `2026-11-21` (UTC), both inclusive. */
export type UsageRange = { keyIds: readonly string[]; from: string; to: string };

export type UsageDeps = {
  store: Pick<Store, 'usageBetween' | 'paidSwaps' | 'observationsOfAll'>;
  /** Unix ms. */
  now: () => number;
};

const REQUESTS = 'requests ';
const PAGE = 500;
const DAY_MS = 86_400_000;

const pricesSchema = z.object({
  routes: z.array(
    z
      .object({
        meta: z.object({ assets: z.array(z.object({ asset: z.string(), price: z.number() })).optional() }),
      })
      .nullable(),
  ),
});

type PriceOf = (asset: Amount['asset']) => number | undefined;

/** USD prices of the answer that the payer saw. */
function pricesIn({ response, routeIndex }: PaidSwap): PriceOf {
  const parsed = pricesSchema.safeParse(response);
  const assets = parsed.success ? parsed.data.routes[routeIndex]?.meta.assets : undefined;
  const prices = new Map(assets?.map(({ asset, price }) => [asset.toLowerCase(), price]));
  return (asset) => prices.get(assetKey(asset));
}

/**
 * Converts an amount to millionths of a dollar. The amount stays exact; the price, an estimate, is rounded to a
 * trillionth of a dollar.
 */
const microUsd = ({ baseUnits, decimals }: Amount, priceUsd: number | undefined): bigint | undefined =>
  priceUsd === undefined ? undefined : (baseUnits * BigInt(Math.round(priceUsd * 1e12))) / 10n ** BigInt(decimals + 6);

const dollars = (micros: bigint): string => {
  const cents = (micros + 5000n) / 10_000n;
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
};

/** The part of what arrived that was swapped, and not sent back. */
function swappedAmount({ sell }: RouteDraft, sold: Amount, { refund }: DerivedSwap): Amount {
  const back = refund?.leg === 0 ? refund.amount : undefined;
  if (back === undefined || !sameAsset(back.asset, sell.asset)) return sold;
  const left = sold.baseUnits - rescale(back.baseUnits, back.decimals, sell.decimals, 'down');
  return { ...sold, baseUnits: left < 0n ? 0n : left };
}

/** A fee is a fraction of what is swapped, so it grows and shrinks with it. */
function earnedFees(draft: RouteDraft, swapped: Amount, priceOf: PriceOf): FeeSum[] {
  const { fees, sell } = draft;
  return fees.flatMap(({ type, amount: quoted, protocol }) => {
    if (type !== 'affiliate' || sell.baseUnits === 0n) return [];
    const amount = { ...quoted, baseUnits: mulDiv(quoted.baseUnits, swapped.baseUnits, sell.baseUnits, 'down') };
    return [{ provider: protocol, amount, usd: microUsd(amount, priceOf(amount.asset)) }];
  });
}

function addSwap(row: DayUsage, swap: PaidSwap, facts: readonly Observation[], now: number): void {
  const { counts } = row;
  counts.swaps += 1;
  if (swap.status === 'completed') counts.completed += 1;
  const { draft } = swap;
  const priceOf = pricesIn(swap);
  const price = draft && priceOf(draft.sell.asset);
  if (draft === undefined || price === undefined) counts.unpriced += 1;
  if (draft === undefined) return;
  const derived = deriveSwap(facts, { now, legs: Math.max(draft.legs.length, 1), storedStatus: swap.status });
  const sold = soldAmount(draft, derived);
  row.sold += microUsd(sold, price) ?? 0n;
  if (swap.status === 'completed') row.fees.push(...earnedFees(draft, swappedAmount(draft, sold, derived), priceOf));
}

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** One entry for each day and key, oldest day first. */
export async function usageByDay({ keyIds, from, to }: UsageRange, deps: UsageDeps): Promise<DayUsage[]> {
  const { store, now } = deps;
  const rows = new Map<string, DayUsage>();
  const rowOf = (day: string, keyId: string): DayUsage => {
    const counts = { requests: {}, quotes: 0, swaps: 0, completed: 0, unpriced: 0 };
    const row = rows.get(`${day} ${keyId}`) ?? { day, keyId, counts, sold: 0n, fees: [] };
    rows.set(`${day} ${keyId}`, row);
    return row;
  };
  for (const { day, keyId, name, amount } of await store.usageBetween(from, to, keyIds)) {
    const { counts } = rowOf(day, keyId);
    if (name === 'quotes') counts.quotes += amount;
    else if (name.startsWith(REQUESTS)) counts.requests[name.slice(REQUESTS.length)] = amount;
  }
  let after: PaidSwap | undefined;
  do {
    const range = { since: Date.parse(from), until: Date.parse(to) + DAY_MS };
    const page = await store.paidSwaps({ ...range, of: { keyIds }, limit: PAGE, ...(after ? { after } : {}) });
    const facts = await store.observationsOfAll(page.map(({ id }) => id));
    for (const swap of page) addSwap(rowOf(dayOf(swap.createdAt), swap.keyId), swap, facts.get(swap.id) ?? [], now());
    after = page.length === PAGE ? page.at(-1) : undefined;
  } while (after);
  return [...rows.values()].sort((a, b) => (a.day === b.day ? (a.keyId < b.keyId ? -1 : 1) : a.day < b.day ? -1 : 1));
}

function feesTogether(all: readonly FeeSum[]): EarnedFee[] {
  const sums = new Map<string, FeeSum>();
  for (const { provider, amount, usd } of all) {
    const key = `${provider} ${assetKey(amount.asset)} ${amount.decimals}`;
    const sum = sums.get(key);
    const baseUnits = (sum?.amount.baseUnits ?? 0n) + amount.baseUnits;
    const priced = usd === undefined && sum?.usd === undefined ? undefined : (usd ?? 0n) + (sum?.usd ?? 0n);
    sums.set(key, { provider, amount: { ...amount, baseUnits }, usd: priced });
  }
  return [...sums.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { provider, amount, usd }]) => ({
      provider,
      asset: formatAsset(amount.asset),
      amount: fromBaseUnits(amount.baseUnits, amount.decimals),
      ...(usd === undefined ? {} : { usd: dollars(usd) }),
    }));
}

/** Adds up days and keys. */
export function usageOf(rows: readonly DayUsage[]): Usage {
  const counts = { quotes: 0, swaps: 0, completed: 0, unpriced: 0 };
  const requests: Record<string, number> = {};
  for (const row of rows) {
    for (const name of ['quotes', 'swaps', 'completed', 'unpriced'] as const) counts[name] += row.counts[name];
    for (const [name, amount] of Object.entries(row.counts.requests)) requests[name] = (requests[name] ?? 0) + amount;
  }
  const fees = rows.flatMap((row) => row.fees);
  return {
    requests,
    ...counts,
    soldUsd: dollars(rows.reduce((sum, { sold }) => sum + sold, 0n)),
    affiliateFeeUsd: dollars(fees.reduce((sum, { usd }) => sum + (usd ?? 0n), 0n)),
    fees: feesTogether(fees),
  };
}
