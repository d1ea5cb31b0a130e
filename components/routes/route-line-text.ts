/**
 * Puts the route line into words: the names of its stops, and the whole line as a list of sentences for screen readers.
 */
import { msg, type Text } from '../../lib/i18n/text.ts';
import { duration } from '../ui/format.ts';
import type { LineStop, RouteLineData } from './route-line-data.ts';

const HOW: Readonly<Record<NonNullable<LineStop['how']>[number], string>> = {
  streaming: msg('streaming'),
  boosted: msg('boosted'),
};

/** "streaming · boosted"; undefined when there is nothing to add to the name. */
export const variantOf = (t: Text, { how }: LineStop): string | undefined =>
  how && how.length > 0 ? how.map((one) => t(HOW[one])).join(' · ') : undefined;

const NAMED: typeof HOW = { streaming: msg('{name}, streaming'), boosted: msg('{name}, boosted') };

/** "Chainflip, streaming". */
export const stopName = (t: Text, { name, shortName, how = [] }: LineStop): string =>
  name ?? how.reduce((written, one) => t(NAMED[one], { name: written }), shortName);

/**
 * The seconds of each section (way, stop, way …) as they are shown: whole minutes for a line of a minute or more, whole
 * seconds else, rounded so that they add up to the total that is shown beside the line.
 */
export function shownSeconds({ inboundSeconds, stops, outboundSeconds }: RouteLineData): number[] {
  const exact = [
    inboundSeconds,
    ...stops.flatMap(({ seconds }, index) => (index === 0 ? [seconds] : [0, seconds])),
    outboundSeconds,
  ];
  const total = exact.reduce((sum, seconds) => sum + seconds, 0);
  const unit = Math.round(total) >= 60 ? 60 : 1;
  const units = exact.map((seconds) => Math.floor(seconds / unit));
  const missing = Math.round(total / unit) - units.reduce((sum, one) => sum + one, 0);
  const byRemainder = [...exact.keys()].sort((a, b) => ((exact[b] ?? 0) % unit) - ((exact[a] ?? 0) % unit));
  for (const index of byRemainder.slice(0, Math.max(0, missing))) units[index] = (units[index] ?? 0) + 1;
  return units.map((one) => one * unit);
}

const timed = (seconds: number): boolean => seconds >= 1;

/** @param seconds as shown; 0 says nothing of the time. */
function throughStop(t: Text, stop: LineStop, seconds: number): string {
  const name = stopName(t, stop);
  const time = duration(seconds, t.tag);
  if (stop.parts)
    return timed(seconds)
      ? t('Through {name}, in {parts} parts, about {time}', { name, parts: stop.parts, time })
      : t('Through {name}, in {parts} parts', { name, parts: stop.parts });
  return timed(seconds) ? t('Through {name}, about {time}', { name, time }) : t('Through {name}', { name });
}

type Where = Record<NonNullable<RouteLineData['progress']>['state'], string>;

const AT_START: Where = {
  travelling: msg('Now on the way from {network}'),
  arrived: msg('Arrived'),
  turnedBack: msg('Turned back on the way from {network}'),
  stopped: msg('Stopped on the way from {network}'),
  diverted: msg('Arrived as {symbol}, without the second leg'),
};
const AT_END: Where = {
  ...AT_START,
  travelling: msg('Now on the way to {network}'),
  turnedBack: msg('Turned back on the way to {network}'),
  stopped: msg('Stopped on the way to {network}'),
};
const AT_STOP: Where = {
  ...AT_START,
  travelling: msg('Now in {name}'),
  turnedBack: msg('Turned back in {name}'),
  stopped: msg('Stopped in {name}'),
};

function progressText(t: Text, data: RouteLineData, progress: NonNullable<RouteLineData['progress']>): string {
  const { section, state, note } = progress;
  const stop = data.stops[Math.floor((section - 1) / 2)];
  const symbol = data.to.symbol;
  const text =
    section === 0
      ? t(AT_START[state], { network: data.from.network, symbol })
      : section === data.stops.length * 2 || !stop
        ? t(AT_END[state], { network: data.to.network, symbol })
        : t(AT_STOP[state], { name: stopName(t, stop), symbol });
  return state === 'travelling' && note ? `${text}: ${note}` : text;
}

/** The line as a list of sentences. */
export function routeLineText(t: Text, data: RouteLineData): string[] {
  const { from, to, progress } = data;
  const seconds = shownSeconds(data);
  const [inboundSeconds = 0, outboundSeconds = 0] = [seconds[0], seconds.at(-1)];
  const end = (seconds: number, where: { symbol: string; network: string }) => ({
    symbol: where.symbol,
    network: where.network,
    time: duration(seconds, t.tag),
  });
  return [
    timed(inboundSeconds)
      ? t('Starts as {symbol} on {network}, about {time}', end(inboundSeconds, from))
      : t('Starts as {symbol} on {network}', end(0, from)),
    ...data.stops.flatMap((stop, index) => [
      throughStop(t, stop, seconds[index * 2 + 1] ?? 0),
      ...(stop.via
        ? [t('Changes to {symbol} on {network}', { symbol: stop.via.symbol, network: stop.via.network })]
        : []),
    ]),
    timed(outboundSeconds)
      ? t('Ends as {symbol} on {network}, about {time}', end(outboundSeconds, to))
      : t('Ends as {symbol} on {network}', end(0, to)),
    ...(progress ? [progressText(t, data, progress)] : []),
  ];
}
