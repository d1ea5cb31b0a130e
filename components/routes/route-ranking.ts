/**
 * Ranks routes while some are missing, by the service's own rule and with one set of prices for all. Once the answer is
 * complete, its own order and tags apply.
 */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { toBaseUnits } from '../../lib/domain/amount.ts';
import { PROVIDER_IDS } from '../../lib/domain/provider-id.ts';
import { type Measure, rankRoutes } from '../../lib/domain/rank-order.ts';
import { middlePrices } from '../../lib/domain/route-value.ts';
import { beyondTolerance, routeMoney } from './route-money.ts';

/** One price per asset for all routes. */
function pricedAlike(routes: readonly WireRoute[]): NonNullable<WireRoute['meta']['assets']> {
  const all = routes.flatMap(({ meta }) => meta.assets ?? []);
  const prices = middlePrices(all.map(({ asset, price }) => [asset.toLowerCase(), price]));
  const images = new Map(all.map((item) => [item.asset.toLowerCase(), item]));
  return [...images.values()].map((item) => ({ ...item, price: prices.get(item.asset.toLowerCase()) ?? item.price }));
}

const scaleOf = (decimal: string): number => decimal.split('.')[1]?.length ?? 0;

/** The routes in the service's order, with new `meta.tags` and a common set of prices. */
export function rankedSoFar(routes: readonly WireRoute[]): WireRoute[] {
  const prices = pricedAlike(routes);
  const scale = Math.max(0, ...routes.map(({ expectedBuyAmount }) => scaleOf(expectedBuyAmount)));
  const priced = routes.map((route): WireRoute => ({ ...route, meta: { ...route.meta, assets: prices } }));
  const measure = (route: WireRoute): Measure => ({
    valueAfterAllFeesUsd: routeMoney(route).netUsd,
    expectedBuyBaseUnits: toBaseUnits(route.expectedBuyAmount, scale, 'down') ?? 0n,
    totalSeconds: route.estimatedTime?.total,
    belowTolerance: beyondTolerance(route) !== undefined,
    providerIndex: route.providers[0] === undefined ? 0 : PROVIDER_IDS.indexOf(route.providers[0]),
  });
  return rankRoutes(priced, measure).map(({ item, tags }) => ({
    ...item,
    meta: { ...item.meta, tags: tags.map(({ tag }) => tag) },
  }));
}
