/** What the swap page shows of quotes that were asked for lately: no amounts, no addresses. */
import type { WireLeg, WireRoute } from './schemas/route.ts';

export type RecentWay = {
  /** The recommended route. */
  route: Pick<WireRoute, 'sellAsset' | 'buyAsset' | 'providers' | 'estimatedTime'> & {
    legs: readonly Pick<WireLeg, 'provider' | 'sellAsset' | 'buyAsset'>[];
    meta: Pick<WireRoute['meta'], 'maxStreamingQuantity' | 'streamingInterval' | 'boost'>;
  };
  /** What it cost in all, in basis points of what was sold. */
  costBps: number;
};
