/** Values a route in dollars, for display and comparison on the page. It never changes the server's order. */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { allFeesUsd, netValueUsd } from '../../lib/domain/route-value.ts';
import { percentToBps, shortfallBps } from '../../lib/domain/slippage.ts';
import { compareDecimals, percentChange, sameUnits } from '../ui/decimal-math.ts';

export function priceIn(route: Pick<WireRoute, 'meta'>, asset: string): number | undefined {
  const wanted = asset.toLowerCase();
  return route.meta.assets?.find((item) => item.asset.toLowerCase() === wanted)?.price;
}

export function worth(route: Pick<WireRoute, 'meta'>, asset: string, decimal: string): number | undefined {
  const price = priceIn(route, asset);
  return price === undefined ? undefined : price * Number(decimal);
}

export type RouteMoney = {
  sellUsd: number | undefined;
  buyUsd: number | undefined;
  /** All fees; undefined when one has no price. */
  feesUsd: number | undefined;
  /** The received value less what is paid on top. */
  netUsd: number | undefined;
  /** The all-in result in percent; a loss is negative. */
  allInPercent: number | undefined;
};

export function routeMoney(route: WireRoute): RouteMoney {
  const sellUsd = worth(route, route.sellAsset, route.sellAmount);
  const buyUsd = worth(route, route.buyAsset, route.expectedBuyAmount);
  const fees = route.fees.map((fee) => ({ ...fee, usd: worth(route, fee.asset, fee.amount) }));
  const feesUsd = allFeesUsd(fees);
  const netUsd = netValueUsd(buyUsd, fees);
  const allInPercent = netUsd === undefined || !sellUsd ? undefined : ((netUsd - sellUsd) / sellUsd) * 100;
  return { sellUsd, buyUsd, feesUsd, netUsd, allInPercent };
}

/** How far a route is behind the best of the list: in dollars if prices are known, else in percent of the amount. */
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
