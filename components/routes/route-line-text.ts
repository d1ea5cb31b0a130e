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

const timed = (seconds: number): boolean => seconds >= 1;

function throughStop(t: Text, stop: LineStop): string {
  const name = stopName(t, stop);
  const time = duration(stop.seconds, t.tag);
  if (stop.parts)
    return timed(stop.seconds)
      ? t('Through {name}, in {parts} parts, about {time}', { name, parts: stop.parts, time })
      : t('Through {name}, in {parts} parts', { name, parts: stop.parts });
  return timed(stop.seconds) ? t('Through {name}, about {time}', { name, time }) : t('Through {name}', { name });
}

type Where = Record<NonNullable<RouteLineData['progress']>['state'], string>;

const AT_START: Where = {
  travelling: msg('Now on the way from {place}'),
  arrived: msg('Arrived'),
  turnedBack: msg('Turned back on the way from {place}'),
  stopped: msg('Stopped on the way from {place}'),
  diverted: msg('Arrived as {symbol}, without the second leg'),
};
const AT_END: Where = {
  ...AT_START,
  travelling: msg('Now on the way to {place}'),
  turnedBack: msg('Turned back on the way to {place}'),
  stopped: msg('Stopped on the way to {place}'),
};
const AT_STOP: Where = {
  ...AT_START,
  travelling: msg('Now in {place}'),
  turnedBack: msg('Turned back in {place}'),
  stopped: msg('Stopped in {place}'),
};

function progressWords(t: Text, data: RouteLineData, progress: NonNullable<RouteLineData['progress']>): string {
  const { section, state, note } = progress;
  const stop = data.stops[Math.floor((section - 1) / 2)];
  const symbol = data.to.symbol;
  const words =
    section === 0
      ? t(AT_START[state], { place: data.from.place, symbol })
      : section === data.stops.length * 2 || !stop
        ? t(AT_END[state], { place: data.to.place, symbol })
        : t(AT_STOP[state], { place: stopName(t, stop), symbol });
  return state === 'travelling' && note ? `${words}: ${note}` : words;
}

/** The line as a list of sentences. */
export function routeLineWords(t: Text, data: RouteLineData): string[] {
  const { from, to, inboundSeconds, outboundSeconds, progress } = data;
  const end = (seconds: number, where: { symbol: string; place: string }) => ({
    symbol: where.symbol,
    place: where.place,
    time: duration(seconds, t.tag),
  });
  return [
    timed(inboundSeconds)
      ? t('Starts as {symbol} on {place}, about {time}', end(inboundSeconds, from))
      : t('Starts as {symbol} on {place}', end(0, from)),
    ...data.stops.flatMap((stop) => [
      throughStop(t, stop),
      ...(stop.via ? [t('Changes to {symbol} on {place}', { symbol: stop.via.symbol, place: stop.via.place })] : []),
    ]),
    timed(outboundSeconds)
      ? t('Ends as {symbol} on {place}, about {time}', end(outboundSeconds, to))
      : t('Ends as {symbol} on {place}', end(0, to)),
    ...(progress ? [progressWords(t, data, progress)] : []),
  ];
}
