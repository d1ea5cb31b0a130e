/** Values a route in dollars, for display and comparison on the page. It never changes the server's order. */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { decimalValueUsd } from '../../lib/domain/amount.ts';
import { type RouteValue, routeValue } from '../../lib/domain/route-value.ts';
import { percentToBps, shortfallBps } from '../../lib/domain/slippage.ts';
import { sameUnits } from '../ui/decimal-math.ts';

export function priceIn(route: Pick<WireRoute, 'meta'>, asset: string): number | undefined {
  const wanted = asset.toLowerCase();
  return route.meta.assets?.find((item) => item.asset.toLowerCase() === wanted)?.price;
}

export function worth(route: Pick<WireRoute, 'meta'>, asset: string, decimal: string): number | undefined {
  const price = priceIn(route, asset);
  return price === undefined ? undefined : decimalValueUsd(decimal, price);
}

/**
 * The route with the prices of another's quote, where that has them: the quote of one provider alone knows fewer
 * prices, and the same route must not cost more in the review than in the list.
 */
export function atPricesOf(other: WireRoute, route: WireRoute): WireRoute {
  const assets = route.meta.assets?.map((own) => ({ ...own, price: priceIn(other, own.asset) ?? own.price }));
  return assets ? { ...route, meta: { ...route.meta, assets } } : route;
}

/** With the all-in result in percent; a loss is negative. */
type RouteMoney = RouteValue & { allInPercent: number | undefined };

export function routeMoney(route: WireRoute): RouteMoney {
  const sell = { asset: route.sellAsset, amount: route.sellAmount };
  const buy = { asset: route.buyAsset, amount: route.expectedBuyAmount };
  const fees = route.fees.map((fee) => ({ ...fee, paid: fee }));
  const value = routeValue({ sell, buy, fees }, ({ asset, amount }) => worth(route, asset, amount));
  const { sellUsd, netUsd } = value;
  const allInPercent = netUsd === undefined || !sellUsd ? undefined : ((netUsd - sellUsd) / sellUsd) * 100;
  return { ...value, allInPercent };
}

/**
 * By how many basis points the guarantee is below the expectation, if that exceeds the tolerance; otherwise undefined.
 */
export function beyondTolerance(route: WireRoute): number | undefined {
  const shortfall = shortfallBps(...sameUnits(route.expectedBuyAmount, route.expectedBuyAmountMaxSlippage));
  return shortfall > percentToBps(route.meta.slippagePercent ?? 100) ? shortfall : undefined;
}

/** Identifies a route within its pair, also across refreshes. */
export const routeKey = ({ providers, meta }: Pick<WireRoute, 'providers' | 'meta'>): string =>
  [...providers, ...(meta.boost ? ['boosted'] : [])].join('+');
