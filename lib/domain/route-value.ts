/**
 * Computes what a route is worth and costs in USD, for the server and the page alike. Floats, never used for a payment.
 */
import { type Fee, paidOnTop } from './fee.ts';

/**
 * Returns one price a key: the median of the known prices, the lower of two middle ones. A provider thus cannot favour
 * its own route by its own prices.
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
 * A route's value in USD after all fees, including those paid on top; a fee of unknown price counts as nothing.
 * Undefined when the bought asset has no price.
 */
export const netValueUsd = (boughtUsd: number | undefined, fees: readonly ValuedFee[]): number | undefined =>
  boughtUsd === undefined
    ? undefined
    : fees.filter(paidOnTop).reduce((value, { usd }) => value - (usd ?? 0), boughtUsd);

/** The sum of all fees in USD; undefined where one has no price, since a partial sum would be read as the total. */
export const allFeesUsd = (fees: readonly { usd: number | undefined }[]): number | undefined =>
  fees.reduce<number | undefined>(
    (total, { usd }) => (total === undefined || usd === undefined ? undefined : total + usd),
    0,
  );
