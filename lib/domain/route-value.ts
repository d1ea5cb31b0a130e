/** Reckons in USD what a route is worth and costs, for the service and the page alike: floats, never a payment. */
import { type Fee, paidOnTop } from './fee.ts';

/**
 * One price for each key, so that nobody's own prices favour its own route: the middle one of those that are known, the
 * lower of two middle ones.
 */
export function middlePrices(known: readonly (readonly [key: string, priceUsd: number])[]): Map<string, number> {
  const all = new Map<string, number[]>();
  for (const [key, priceUsd] of known)
    if (Number.isFinite(priceUsd) && priceUsd > 0) all.set(key, [...(all.get(key) ?? []), priceUsd]);
  const middle = (prices: number[]) => prices.sort((a, b) => a - b)[Math.floor((prices.length - 1) / 2)] ?? 0;
  return new Map([...all].map(([key, prices]) => [key, middle(prices)]));
}

type ValuedFee = Pick<Fee, 'type' | 'included'> & { usd: number | undefined };

/**
 * What the route is worth after all fees, also those that the sender pays on top; a fee of unknown price counts as
 * nothing. Undefined when the bought asset has no price.
 */
export const netValueUsd = (boughtUsd: number | undefined, fees: readonly ValuedFee[]): number | undefined =>
  boughtUsd === undefined
    ? undefined
    : fees.filter(paidOnTop).reduce((value, { usd }) => value - (usd ?? 0), boughtUsd);

/** All fees together; undefined where one has no price, since a part of them would be told as the whole. */
export const allFeesUsd = (fees: readonly { usd: number | undefined }[]): number | undefined =>
  fees.reduce<number | undefined>(
    (total, { usd }) => (total === undefined || usd === undefined ? undefined : total + usd),
    0,
  );
