/** Checks Portage's own rules for event streams of quotes and tracking. */
import type { Answer, Ask } from '../asker.ts';
import { type Check, type Finding, findingsOf, NotJudged, portage, wantStatus } from '../check.ts';
import { differs, exactly, fieldsOf, isFields, listOf } from '../rules.ts';

type Sent = { event: string; data: unknown };

/** Parses the events of a stream; HTML standard, "Server-sent events". */
function eventsOf(text: string): Sent[] {
  return text.split(/\r?\n\r?\n/).flatMap((block) => {
    const lines = block.split(/\r?\n/);
    const valuesOf = (name: string) =>
      lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).replace(/^ /, ''));
    const data = valuesOf('data').join('\n');
    if (data === '') return [];
    try {
      return [{ event: valuesOf('event')[0] ?? 'message', data: JSON.parse(data) }];
    } catch {
      return [{ event: valuesOf('event')[0] ?? 'message', data }];
    }
  });
}

const stream = (path: string, body: unknown): Ask => ({
  method: 'POST',
  path,
  body,
  headers: { accept: 'text/event-stream' },
});

const isEventStream = (answer: Answer): Finding[] => {
  const type = answer.headers.get('content-type') ?? '';
  return /^text\/event-stream\b/.test(type)
    ? []
    : findingsOf(answer, differs('header Content-Type', 'text/event-stream', type));
};

const quoteEvents: Check['run'] = async ({ ask, material }) => {
  const answer = await ask(stream('/v1/quote', await material.goodRequest()));
  const wrong = [...wantStatus(answer, 200), ...isEventStream(answer)];
  if (wrong.length > 0) return wrong;
  const events = eventsOf(answer.text);
  const names = events.map(({ event }) => event);
  const last = events.at(-1);
  const whole = fieldsOf(last?.data);
  const counts = (name: string) => names.filter((one) => one === name).length;
  return findingsOf(answer, [
    ...(last?.event === 'quote' && counts('quote') === 1 ? [] : differs('events', 'one `quote`, the last', names)),
    ...(names.slice(0, -1).every((name) => name === 'route' || name === 'providerError')
      ? []
      : differs('events', 'only `route` and `providerError` before it', names)),
    ...(isFields(last?.data) && typeof whole.quoteId === 'string' && Array.isArray(whole.routes)
      ? []
      : differs('the `quote` event', 'the complete body', last?.data)),
    ...(counts('route') === listOf(whole.routes).length
      ? []
      : differs('`route` events', `${listOf(whole.routes).length}, as in the quote`, counts('route'))),
    ...(counts('providerError') === listOf(whole.providerErrors).length
      ? []
      : differs(
          '`providerError` events',
          `${listOf(whole.providerErrors).length}, as in the quote`,
          counts('providerError'),
        )),
  ]);
};

/** The stream of a finished swap must end by itself. */
const trackEvents: Check['run'] = async ({ ask, options, material }) => {
  const plain = await material.finished();
  if (!plain) throw new NotJudged('no finished swap was named by --swap');
  const answer = await ask(stream('/v1/track', options.swap));
  const wrong = [...wantStatus(answer, 200), ...isEventStream(answer)];
  if (wrong.length > 0) return wrong;
  const last = fieldsOf(eventsOf(answer.text).at(-1)?.data);
  const { trackingStatus, success } = fieldsOf(plain.json);
  return findingsOf(answer, [
    ...exactly(trackingStatus)(last.trackingStatus, 'the last event: trackingStatus'),
    ...exactly(success)(last.success, 'the last event: success'),
  ]);
};

export const STREAM_ADDITIONS: readonly Check[] = [
  portage('track.events', '4.2', 'the stream of a finished swap ends with its state', trackEvents),
  portage('quote.events', '4.1', 'an event for each route and error, then the whole quote', quoteEvents),
];
