/** What the route line is drawn from: taken from a route of the wire and nothing else. */
import type { WireLeg, WireRoute } from '../../lib/api/schemas/route.ts';
import { PROVIDER_NAMES } from '../../lib/domain/provider-id.ts';
import { assetView } from '../tokens/asset-view.ts';
import { duration } from '../ui/format.ts';
import { providerIcon } from './provider-icon.ts';

export type LineStation = { symbol: string; place: string; icon: string };
export type LineStop = {
  name: string;
  shortName: string;
  /** What the short name leaves out: "streaming", "boosted". */
  variant?: string;
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
  return { symbol: view.symbol, place: view.chainName, icon: view.icon };
};

const swapsAtChainflip = (provider: string): boolean => provider.startsWith('CHAINFLIP');

/** What stands for a provider: its name, its mark, and how it swaps. Boost is Chainflip's alone. */
function stopNames({ provider }: WireLeg, boosted: boolean): Pick<LineStop, 'name' | 'shortName' | 'variant' | 'icon'> {
  const [shortName = provider, ...how] = PROVIDER_NAMES[provider].split(', ');
  const variants = [...how, ...(boosted && swapsAtChainflip(provider) ? ['boosted'] : [])];
  return {
    name: [shortName, ...variants].join(', '),
    shortName,
    icon: providerIcon(provider),
    ...(variants.length > 0 ? { variant: variants.join(', ') } : {}),
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
  const streams = route.providers.some((id) => id.endsWith('_STREAMING'));
  const parts = streams ? route.meta.maxStreamingQuantity : undefined;
  return {
    from: station(route.sellAsset),
    to: endOf(route, progress),
    stops: route.legs.map((leg, index) => ({
      ...stopNames(leg, route.meta.boost !== undefined),
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

/** The line as a list of sentences, for those who hear it. */
export function routeLineWords(data: RouteLineData): string[] {
  const last = data.stops.length * 2;
  const stops = data.stops.flatMap((stop) => [
    `Through ${stop.name}${stop.parts ? `, in ${stop.parts} parts` : ''}${stop.seconds >= 1 ? `, about ${duration(stop.seconds)}` : ''}`,
    ...(stop.via ? [`Changes to ${stop.via.symbol} on ${stop.via.place}`] : []),
  ]);
  const wait = (seconds: number) => (seconds >= 1 ? `, about ${duration(seconds)}` : '');
  const words = [
    `Starts as ${data.from.symbol} on ${data.from.place}${wait(data.inboundSeconds)}`,
    ...stops,
    `Ends as ${data.to.symbol} on ${data.to.place}${wait(data.outboundSeconds)}`,
  ];
  const { progress } = data;
  if (!progress) return words;
  const where =
    progress.section === 0
      ? `on the way from ${data.from.place}`
      : progress.section === last
        ? `on the way to ${data.to.place}`
        : `in ${data.stops[Math.floor((progress.section - 1) / 2)]?.name ?? 'the provider'}`;
  const state = {
    travelling: `Now ${where}${progress.note ? `: ${progress.note}` : ''}`,
    arrived: 'Arrived',
    turnedBack: `Turned back ${where}`,
    stopped: `Stopped ${where}`,
    diverted: `Arrived as ${data.to.symbol}, without the second leg`,
  }[progress.state];
  return [...words, state];
}
