/** What a route is worth in dollars, for showing and comparing on the page; the server's order is never changed by it. */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { decimalValueUsd } from '../../lib/domain/amount.ts';
import { type RouteValue, routeValue } from '../../lib/domain/route-value.ts';
import { percentToBps, shortfallBps } from '../../lib/domain/slippage.ts';
import { compareDecimals, percentChange, sameUnits } from '../ui/decimal-math.ts';

export function priceIn(route: Pick<WireRoute, 'meta'>, asset: string): number | undefined {
  const wanted = asset.toLowerCase();
  return route.meta.assets?.find((item) => item.asset.toLowerCase() === wanted)?.price;
}

export function worth(route: Pick<WireRoute, 'meta'>, asset: string, decimal: string): number | undefined {
  const price = priceIn(route, asset);
  return price === undefined ? undefined : decimalValueUsd(decimal, price);
}

/** With what the swap gains all in, percent, a loss negative. */
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

/** How far a route is behind the best of the list: in dollars where prices are known, else in percent of the amount. */
export function behindBest(
  route: WireRoute,
  all: readonly WireRoute[],
): { usd: number } | { percent: number } | undefined {
  const nets = all.map((other) => routeMoney(other).netUsd);
  const own = routeMoney(route).netUsd;
  if (own !== undefined && nets.every((net) => net !== undefined)) {
    const best = Math.max(...nets.map((net) => net ?? 0));
    return best - own < 0.005 ? undefined : { usd: own - best };
  }
  const best = all.reduce(
    (top, other) => (compareDecimals(other.expectedBuyAmount, top) > 0 ? other.expectedBuyAmount : top),
    '0',
  );
  const change = percentChange(best, route.expectedBuyAmount);
  return change === undefined || change === 0 ? undefined : { percent: change };
}

/** How far the guarantee is below the expectation, in basis points, where that is more than the tolerance. */
export function beyondTolerance(route: WireRoute): number | undefined {
  const shortfall = shortfallBps(...sameUnits(route.expectedBuyAmount, route.expectedBuyAmountMaxSlippage));
  return shortfall > percentToBps(route.meta.slippagePercent ?? 100) ? shortfall : undefined;
}

/** Names a route among the others of one pair, also across refreshes. */
export const routeKey = ({ providers, meta }: Pick<WireRoute, 'providers' | 'meta'>): string =>
  [...providers, ...(meta.boost ? ['boosted'] : [])].join('+');
