/** Computes in USD what a route is worth and costs, for the service and the page alike: floats, never a payment. */
import { type Amount, valueUsd } from './amount.ts';
import { type Fee, paidOnTop } from './fee.ts';
import { assetId, assetIdKey } from './split-asset.ts';

/** USD by `assetKey`. */
export type Prices = ReadonlyMap<string, number>;

/** Undefined where the asset has no price. */
export function amountUsd(amount: Amount, prices: Prices): number | undefined {
  const price = prices.get(assetIdKey(assetId(amount.asset)));
  return price === undefined ? undefined : valueUsd(amount, price);
}

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

export type RouteValue = {
  sellUsd: number | undefined;
  buyUsd: number | undefined;
  /** All fees; undefined where one has no price. */
  feesUsd: number | undefined;
  /**
   * What is received less what the sender pays on top; a fee of unknown price counts as nothing. Undefined when the
   * bought asset has no price.
   */
  netUsd: number | undefined;
};

type Valued<A> = { sell: A; buy: A; fees: readonly (Pick<Fee, 'type' | 'included'> & { paid: A })[] };

/** @param usd of an amount, in whichever form the caller has amounts; undefined where its price is unknown. */
export function routeValue<A>({ sell, buy, fees }: Valued<A>, usd: (amount: A) => number | undefined): RouteValue {
  const buyUsd = usd(buy);
  return {
    sellUsd: usd(sell),
    buyUsd,
    feesUsd: allFeesUsd(fees.map(({ paid }) => ({ usd: usd(paid) }))),
    netUsd:
      buyUsd === undefined
        ? undefined
        : fees.filter(paidOnTop).reduce((value, { paid }) => value - (usd(paid) ?? 0), buyUsd),
  };
}

/** All fees together; undefined where one has no price, since a part of them would pass for the whole. */
export const allFeesUsd = (fees: readonly { usd: number | undefined }[]): number | undefined =>
  fees.reduce<number | undefined>(
    (total, { usd }) => (total === undefined || usd === undefined ? undefined : total + usd),
    0,
  );
