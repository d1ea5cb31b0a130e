/**
 * Reports what keys were used for: requests and quotes from the stored counts, swaps and money from the swaps
 * themselves.
 */
import { z } from 'zod';
import type { PaidSwap } from '../db/usage-store.ts';
import { formatAmount } from '../domain/amount.ts';
import { deriveSwap } from '../domain/derive-swap.ts';
import type { AdminDeps } from './command.ts';

export type UsageRow = {
  /** `2026-11-21`, UTC. */
  day: string;
  keyId: string;
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
};

/** Sums in millionths of a dollar. */
type Sums = Omit<UsageRow, 'soldUsd' | 'affiliateFeeUsd'> & { sold: bigint; fee: bigint };

const REQUESTS = 'requests ';
const PAGE = 500;

const answeredSchema = z.object({
  routes: z.array(
    z.object({
      sellAsset: z.string(),
      sellAmount: z.string(),
      legs: z.array(z.unknown()),
      fees: z.array(z.object({ type: z.string(), amount: z.string(), asset: z.string() })),
      meta: z.object({ assets: z.array(z.object({ asset: z.string(), price: z.number() })).optional() }),
    }),
  ),
});
type Route = z.output<typeof answeredSchema>['routes'][number];

/**
 * Converts an amount to millionths of a dollar. The amount stays exact; the price, an estimate, is rounded to a
 * trillionth of a dollar.
 */
function microUsd(amount: string, priceUsd: number): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  const units = BigInt(`${whole}${fraction}`);
  return (units * BigInt(Math.round(priceUsd * 1e12))) / 10n ** BigInt(fraction.length + 6);
}

const dollars = (micros: bigint): string => {
  const cents = (micros + 5000n) / 10_000n;
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
};

const priceOf = ({ meta }: Route, asset: string): number | undefined =>
  meta.assets?.find((one) => one.asset.toUpperCase() === asset.toUpperCase())?.price;

/**
 * The amount that arrived, where it is known, since a deposit may differ from the quoted amount; else the quoted one.
 */
async function soldAmount(swap: PaidSwap, route: Route, deps: AdminDeps): Promise<string> {
  const facts = await deps.store.observationsOf(swap.id);
  const { inbound } = deriveSwap(facts, { now: deps.now(), legs: Math.max(route.legs.length, 1) });
  return inbound?.amount ? formatAmount(inbound.amount) : route.sellAmount;
}

async function addSwap(sums: Sums, swap: PaidSwap, deps: AdminDeps): Promise<void> {
  sums.swaps += 1;
  const completed = swap.status === 'completed';
  if (completed) sums.completed += 1;
  const parsed = answeredSchema.safeParse(swap.response);
  const route = parsed.success ? parsed.data.routes[swap.routeIndex] : undefined;
  const price = route && priceOf(route, route.sellAsset);
  if (route === undefined || price === undefined) {
    sums.unpriced += 1;
    return;
  }
  sums.sold += microUsd(await soldAmount(swap, route, deps), price);
  for (const fee of completed ? route.fees : [])
    if (fee.type === 'affiliate') sums.fee += microUsd(fee.amount, priceOf(route, fee.asset) ?? 0);
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** One row a day and key, newest day last. @param since unix ms; the whole day counts. */
export async function usageReport(keyIds: readonly string[], since: number, deps: AdminDeps): Promise<UsageRow[]> {
  const rows = new Map<string, Sums>();
  const rowOf = (day: string, keyId: string): Sums => {
    const fresh = { day, keyId, requests: {}, quotes: 0, swaps: 0, completed: 0, unpriced: 0, sold: 0n, fee: 0n };
    const row = rows.get(`${day} ${keyId}`) ?? fresh;
    rows.set(`${day} ${keyId}`, row);
    return row;
  };
  const first = dayOf(since);
  for (const { day, keyId, name, amount } of await deps.store.usageSince(first, keyIds)) {
    const row = rowOf(day, keyId);
    if (name === 'quotes') row.quotes += amount;
    else if (name.startsWith(REQUESTS)) row.requests[name.slice(REQUESTS.length)] = amount;
  }
  let after: PaidSwap | undefined;
  do {
    const wanted = { since: Date.parse(first), keyIds, limit: PAGE, ...(after ? { after } : {}) };
    const page = await deps.store.paidSwaps(wanted);
    for (const swap of page) await addSwap(rowOf(dayOf(swap.createdAt), swap.keyId), swap, deps);
    after = page.length === PAGE ? page.at(-1) : undefined;
  } while (after);
  return [...rows.values()]
    .sort((a, b) => (a.day === b.day ? (a.keyId < b.keyId ? -1 : 1) : a.day < b.day ? -1 : 1))
    .map(({ sold, fee, ...row }) => ({ ...row, soldUsd: dollars(sold), affiliateFeeUsd: dollars(fee) }));
}
