/**
 * The order of routes while not all have answered: by the very rule by which the service ranks the whole answer, with
 * one set of prices for all. As soon as the whole answer is there, its own order and tags stand.
 */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { toBaseUnits } from '../../lib/domain/amount.ts';
import { PROVIDER_IDS } from '../../lib/domain/provider-id.ts';
import { type Measure, rankRoutes } from '../../lib/domain/rank-order.ts';
import { routeMoney } from './route-money.ts';

type Priced = NonNullable<WireRoute['meta']['assets']>;

/** The middle price of each asset, the lower of two: as lib/quote/assess-routes.ts has it. */
function middlePrices(routes: readonly WireRoute[]): Priced {
  const known = new Map<string, Priced>();
  for (const item of routes.flatMap(({ meta }) => meta.assets ?? [])) {
    const key = item.asset.toLowerCase();
    known.set(key, [...(known.get(key) ?? []), item]);
  }
  return [...known.values()].flatMap((items) => {
    const sorted = items.toSorted((a, b) => a.price - b.price);
    return sorted[Math.floor((sorted.length - 1) / 2)] ?? [];
  });
}

const scaleOf = (decimal: string): number => decimal.split('.')[1]?.length ?? 0;

/** Best first and tagged; the routes are given new `meta.tags`, and one set of prices. */
export function rankedSoFar(routes: readonly WireRoute[]): WireRoute[] {
  const prices = middlePrices(routes);
  const scale = Math.max(0, ...routes.map(({ expectedBuyAmount }) => scaleOf(expectedBuyAmount)));
  const priced = routes.map((route): WireRoute => ({ ...route, meta: { ...route.meta, assets: prices } }));
  const measure = (route: WireRoute): Measure => ({
    valueAfterAllFeesUsd: routeMoney(route).netUsd,
    expectedBuyBaseUnits: toBaseUnits(route.expectedBuyAmount, scale, 'down') ?? 0n,
    totalSeconds: route.estimatedTime?.total,
    providerIndex: route.providers[0] === undefined ? 0 : PROVIDER_IDS.indexOf(route.providers[0]),
  });
  return rankRoutes(priced, measure).map(({ item, tags }) => ({
    ...item,
    meta: { ...item.meta, tags: tags.map(({ tag }) => tag) },
  }));
}
