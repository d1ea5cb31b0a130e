/** Derives the data of the route line from a wire route alone; it contains no translated text. */
import type { WireLeg, WireRoute } from '../../lib/api/schemas/route.ts';
import { traitsOf } from '../../lib/payments/traits.ts';
import { assetView } from '../tokens/asset-view.ts';
import { providerIcon } from './provider-icon.ts';
import { brandNames, streams } from './provider-text.ts';

export type LineStation = {
  symbol: string;
  network: string;
  icon: string;
  /** Picture of the chain, unless the asset is the chain's native coin. */
  badge?: string;
};
export type LineStop = {
  /** A full name in the reader's language, if it says more than `shortName` and `how`. */
  name?: string;
  /** The provider's own name, the same in all languages. */
  shortName: string;
  /** How the provider swaps. */
  how?: readonly ('streaming' | 'boosted')[];
  /** The provider's picture. */
  icon?: string;
  /** The number of sub-swaps, if the provider swaps in several. */
  parts?: number;
  seconds: number;
  /** The asset from which the next leg starts. */
  via?: LineStation;
};
export type LineProgress = {
  /** The section reached: 0 is the way in, then stop, way, stop …, and the way out last. */
  section: number;
  /** The part of that section already travelled, 0 to 1. */
  fraction: number;
  /** `diverted`: the second leg could not be done; the first leg's payout went past it to the destination. */
  state: 'travelling' | 'arrived' | 'turnedBack' | 'stopped' | 'diverted';
  /** A word beside the marker. */
  note?: string;
  /** Texts that replace the expected times, by section; longest first: the first that fits is shown. */
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

type LineRoute = Pick<WireRoute, 'sellAsset' | 'buyAsset' | 'providers' | 'estimatedTime'> & {
  legs: readonly Pick<WireLeg, 'provider' | 'sellAsset' | 'buyAsset'>[];
  meta: Pick<WireRoute['meta'], 'maxStreamingQuantity' | 'streamingInterval' | 'boost'>;
};

const station = (asset: string): LineStation => {
  const view = assetView(asset);
  return {
    symbol: view.symbol,
    network: view.chainName,
    icon: view.icon,
    ...(view.badge === undefined ? {} : { badge: view.badge }),
  };
};

/** The name, picture and manner of a provider. Only deposits into channels are boosted. */
function stopOf(
  { provider }: Pick<WireLeg, 'provider'>,
  boosted: boolean,
): Pick<LineStop, 'shortName' | 'how' | 'icon'> {
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

/** A diverted swap ends at its destination, but as the bridge asset. */
function endOf(route: LineRoute, progress: LineProgress | undefined): LineStation {
  const bridge = route.legs[0]?.buyAsset;
  return station(progress?.state === 'diverted' && bridge !== undefined ? bridge : route.buyAsset);
}

/**
 * The three stages in seconds, which add up to the total. Upstream stages may overlap (a THORChain payout waits in its
 * queue while the swap still streams), so that their sum is not the time that the swap takes: what follows the inbound
 * confirmation is then scaled to the rest of the total.
 */
function stagesOf(time: LineRoute['estimatedTime']): { inbound: number; swap: number; outbound: number } {
  if (!time) return { inbound: 0, swap: 0, outbound: 0 };
  const inbound = Math.min(time.inbound ?? 0, time.total);
  const rest = time.total - inbound;
  const [swap, outbound] = [time.swap ?? 0, time.outbound ?? 0];
  const share = swap + outbound > 0 ? swap / (swap + outbound) : 1;
  return { inbound, swap: rest * share, outbound: rest * (1 - share) };
}

export function routeLineData(route: LineRoute, progress?: LineProgress): RouteLineData {
  const time = route.estimatedTime;
  const { inbound, swap: swapSeconds, outbound } = stagesOf(time);
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
    inboundSeconds: inbound,
    outboundSeconds: outbound,
    ...(time ? { totalSeconds: time.total } : {}),
    ...(progress ? { progress } : {}),
  };
}
