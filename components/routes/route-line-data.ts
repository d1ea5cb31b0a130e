/** What the route line is drawn from: taken from a route of the wire and nothing else. */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { PROVIDER_NAMES } from '../../lib/domain/provider-id.ts';
import { assetView } from '../tokens/asset-view.ts';
import { duration } from '../ui/format.ts';

export type LineStation = { symbol: string; place: string; icon: string };
export type LineStop = {
  name: string;
  shortName: string;
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
  state: 'travelling' | 'arrived' | 'turnedBack' | 'stopped';
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

export function routeLineData(route: LineRoute, progress?: LineProgress): RouteLineData {
  const time = route.estimatedTime;
  const staged = time !== undefined && (time.inbound ?? time.swap ?? time.outbound) !== undefined;
  const swapSeconds = staged ? (time.swap ?? 0) : (time?.total ?? 0);
  const streams = route.providers.some((id) => id.endsWith('_STREAMING'));
  const parts = streams ? route.meta.maxStreamingQuantity : undefined;
  return {
    from: station(route.sellAsset),
    to: station(route.buyAsset),
    stops: route.legs.map((leg, index) => {
      const name = `${PROVIDER_NAMES[leg.provider]}${route.meta.boost ? ', boosted' : ''}`;
      return {
        name,
        shortName: name.split(',')[0] ?? name,
        seconds: swapSeconds / Math.max(1, route.legs.length),
        ...(parts !== undefined && parts > 1 && route.legs.length === 1 ? { parts } : {}),
        ...(index < route.legs.length - 1 ? { via: station(leg.buyAsset) } : {}),
      };
    }),
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
  }[progress.state];
  return [...words, state];
}
