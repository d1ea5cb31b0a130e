/** What a route is worth in dollars, for showing and comparing on the page; the server's order is never changed by it. */
import type { WireFee, WireRoute } from '../../lib/api/schemas/route.ts';
import { compareDecimals, percentChange } from '../ui/decimal-math.ts';

/** `inbound` and `network` are paid by the sender on top of the sold amount. */
export const paidOnTop = (fee: Pick<WireFee, 'type'>): boolean => fee.type === 'inbound' || fee.type === 'network';

export function priceIn(route: Pick<WireRoute, 'meta'>, asset: string): number | undefined {
  const wanted = asset.toLowerCase();
  return route.meta.assets?.find((item) => item.asset.toLowerCase() === wanted)?.price;
}

export function worth(route: Pick<WireRoute, 'meta'>, asset: string, decimal: string): number | undefined {
  const price = priceIn(route, asset);
  return price === undefined ? undefined : price * Number(decimal);
}

const sum = (values: (number | undefined)[]): number | undefined =>
  values.reduce<number | undefined>(
    (total, value) => (total === undefined || value === undefined ? undefined : total + value),
    0,
  );

export type RouteMoney = {
  sellUsd: number | undefined;
  buyUsd: number | undefined;
  /** All fees, undefined where one has no price. */
  feesUsd: number | undefined;
  /** What is received less what is paid on top. */
  netUsd: number | undefined;
  /** All in, percent, a loss negative. */
  allInPercent: number | undefined;
};

export function routeMoney(route: WireRoute): RouteMoney {
  const sellUsd = worth(route, route.sellAsset, route.sellAmount);
  const buyUsd = worth(route, route.buyAsset, route.expectedBuyAmount);
  const fee = (item: WireFee) => worth(route, item.asset, item.amount);
  const feesUsd = sum(route.fees.map(fee));
  const onTopUsd = sum(route.fees.filter(paidOnTop).map(fee)) ?? 0;
  const netUsd = buyUsd === undefined ? undefined : buyUsd - onTopUsd;
  const allInPercent = netUsd === undefined || !sellUsd ? undefined : ((netUsd - sellUsd) / sellUsd) * 100;
  return { sellUsd, buyUsd, feesUsd, netUsd, allInPercent };
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

/** Names a route among the others of one pair, also across refreshes. */
export const routeKey = ({ providers, meta }: Pick<WireRoute, 'providers' | 'meta'>): string =>
  [...providers, ...(meta.boost ? ['boosted'] : [])].join('+');
