/** Defines what the swap page shows of recent quotes: no amounts, no addresses. */
import type { WireLeg, WireRoute } from './schemas/route.ts';

export type RecentWay = {
  /** The recommended route. */
  route: Pick<WireRoute, 'sellAsset' | 'buyAsset' | 'providers' | 'estimatedTime'> & {
    legs: readonly Pick<WireLeg, 'provider' | 'sellAsset' | 'buyAsset'>[];
    meta: Pick<WireRoute['meta'], 'maxStreamingQuantity' | 'streamingInterval' | 'boost'>;
  };
  /** Its whole cost, in basis points of the sold amount. */
  costBps: number;
};
