/** What the route line is drawn from: taken from a route of the wire and nothing else. Free of words of any language. */
import type { WireLeg, WireRoute } from '../../lib/api/schemas/route.ts';
import { traitsOf } from '../../lib/payments/traits.ts';
import { assetView } from '../tokens/asset-view.ts';
import { providerIcon } from './provider-icon.ts';
import { brandNames, streams } from './provider-words.ts';

export type LineStation = {
  symbol: string;
  place: string;
  icon: string;
  /** Picture of the chain, where the asset is not the chain's own coin. */
  badge?: string;
};
export type LineStop = {
  /** A whole name in the reader's language, where it is more than `shortName` and what `how` says. */
  name?: string;
  /** The provider's own name, the same in all languages. */
  shortName: string;
  /** How it swaps there. */
  how?: readonly ('streaming' | 'boosted')[];
  /** The provider's mark. */
  icon?: string;
  /** Sub-swaps, where the provider swaps in several. */
  parts?: number;
  seconds: number;
  /** What the next leg starts from. */
  via?: LineStation;
};
export type LineProgress = {
  /** Section that was reached: 0 the way in, then stop, way, stop …, the way out last. */
  section: number;
  /** Part of that section already behind, 0 to 1. */
  fraction: number;
  /** `diverted`: past a second leg that could not be done, to the end, as what the first paid out. */
  state: 'travelling' | 'arrived' | 'turnedBack' | 'stopped' | 'diverted';
  /** Word beside the marker. */
  note?: string;
  /** What stands in place of the expected times, by section; the longest first, what fits is shown. */
  notes?: Readonly<Record<number, readonly string[]>>;
};
export type RouteLineData = {
  from: LineStation;
  to: LineStation;
  stops: readonly LineStop[];
  /** Seconds of the first and of the last way. */
  inboundSeconds: number;
  outboundSeconds: number;
  totalSeconds?: number;
  progress?: LineProgress;
};

type LineRoute = Pick<WireRoute, 'sellAsset' | 'buyAsset' | 'providers' | 'legs' | 'estimatedTime'> & {
  meta: Pick<WireRoute['meta'], 'maxStreamingQuantity' | 'streamingInterval' | 'boost'>;
};

const station = (asset: string): LineStation => {
  const view = assetView(asset);
  return {
    symbol: view.symbol,
    place: view.chainName,
    icon: view.icon,
    ...(view.badge === undefined ? {} : { badge: view.badge }),
  };
};

/** What stands for a provider: its name, its mark, and how it swaps. Only deposits into channels are boosted. */
function stopOf({ provider }: WireLeg, boosted: boolean): Pick<LineStop, 'shortName' | 'how' | 'icon'> {
  const how = [
    ...(streams(provider) ? (['streaming'] as const) : []),
    ...(boosted && traitsOf(provider).opensDepositChannels ? (['boosted'] as const) : []),
  ];
  return {
    shortName: brandNames(provider)[0] ?? provider,
    icon: providerIcon(provider),
    ...(how.length > 0 ? { how } : {}),
  };
}

/** A diverted swap ends where it should, as something else. */
function endOf(route: LineRoute, progress: LineProgress | undefined): LineStation {
  const bridge = route.legs[0]?.buyAsset;
  return station(progress?.state === 'diverted' && bridge !== undefined ? bridge : route.buyAsset);
}

export function routeLineData(route: LineRoute, progress?: LineProgress): RouteLineData {
  const time = route.estimatedTime;
  const staged = time !== undefined && (time.inbound ?? time.swap ?? time.outbound) !== undefined;
  const swapSeconds = staged ? (time.swap ?? 0) : (time?.total ?? 0);
  const parts = route.providers.some(streams) ? route.meta.maxStreamingQuantity : undefined;
  return {
    from: station(route.sellAsset),
    to: endOf(route, progress),
    stops: route.legs.map((leg, index) => ({
      ...stopOf(leg, route.meta.boost !== undefined),
      seconds: swapSeconds / Math.max(1, route.legs.length),
      ...(parts !== undefined && parts > 1 && route.legs.length === 1 ? { parts } : {}),
      ...(index < route.legs.length - 1 ? { via: station(leg.buyAsset) } : {}),
    })),
    inboundSeconds: time?.inbound ?? 0,
    outboundSeconds: time?.outbound ?? 0,
    ...(time ? { totalSeconds: time.total } : {}),
    ...(progress ? { progress } : {}),
  };
}
