/** Sends server-sent events as they happen, with heartbeats, until the work ends or the client goes away. */
import { Duplex } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { ApiRequest } from './api-request.ts';
import { acceptedEncodings } from './cached-json.ts';
import { canKeepEncoding, encodingHeaders } from './kept-encoding.ts';

export const EVENT_STREAM = 'text/event-stream';

/** The weight of a media type, by the most specific range that matches; 0 where none does. Source: RFC 9110, 12.5.1. */
function qualityOf(type: string, ranges: ReadonlyMap<string, number>): number {
  const [family] = type.split('/');
  return ranges.get(type) ?? ranges.get(`${family}/*`) ?? ranges.get('*/*') ?? 0;
}

/** The weight of a range: 1 where it is missing or invalid. Source: RFC 9110, 12.4.2. */
function weightOf(parameters: readonly string[]): number {
  const weight = parameters.find((one) => one.startsWith('q='))?.slice(2);
  return weight !== undefined && /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 1;
}

const JSON_BODY = 'application/json';

/**
 * True when the client prefers events to one JSON body. Where it weighs both alike it gets JSON, unless it names the
 * events and accepts JSON only by a wildcard.
 */
export function wantsEvents(request: ApiRequest): boolean {
  const ranges = new Map<string, number>();
  for (const range of (request.headers.get('accept') ?? '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((field) => field.trim());
    ranges.set(type, Math.max(ranges.get(type) ?? 0, weightOf(parameters)));
  }
  const [events, json] = [qualityOf(EVENT_STREAM, ranges), qualityOf(JSON_BODY, ranges)];
  return events > json || (events > 0 && events === json && ranges.has(EVENT_STREAM) && !ranges.has(JSON_BODY));
}

/** A client that resumes sends `id` back as `Last-Event-ID`, so it must contain no line break. */
export type SendEvent = (event: string, data: unknown, id?: string) => void;

/** Proxies drop a silent connection after a minute or less. */
const HEARTBEAT_MS = 15_000;

/**
 * Delay in ms before a client reconnects after the server has ended a stream; another instance may be ready at once.
 */
const COME_AGAIN_MS = 1000;

const LEVEL = 3;

let open = 0;
/** The number of open streams in this process. */
export const openStreams = (): number => open;

/** Formats one event by the HTML standard, "Server-sent events"; JSON never contains a raw line break. */
const frame = (event: string, data: unknown, id?: string): string =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

/**
 * The stream compressed, each event as it comes; as it is where the client or the way to it does not take that. A
 * compressor has 256 kB, too much for streams that last.
 */
function packed(request: ApiRequest, stream: ReadableStream<Uint8Array>) {
  if (!canKeepEncoding(request) || !acceptedEncodings(request.headers.get('accept-encoding'))('gzip'))
    return { stream, headers: {} };
  const gzip = Duplex.toWeb(createGzip({ level: LEVEL, flush: constants.Z_SYNC_FLUSH }));
  // Node's own types of web streams are not those of the DOM.
  const pair = gzip as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array>;
  return { stream: stream.pipeThrough(pair), headers: { ...encodingHeaders('gzip'), vary: 'Accept-Encoding' } };
}

/**
 * Returns an event stream that lives as long as `work`. The signal of `work` is aborted when the client goes away; an
 * error of `work` becomes the last event, through `onError`. `resumes`: the stream may last and its client can resume
 * it, so it is ended when the server stops; other streams are finished, and compressed.
 */
export function eventStream(
  request: ApiRequest,
  work: (send: SendEvent, signal: AbortSignal) => Promise<void>,
  onError: (error: unknown) => { event: string; data: unknown },
  { stopping }: { stopping?: AbortSignal } = {},
): Response {
  const gone = new AbortController();
  const signal = AbortSignal.any([request.signal, gone.signal]);
  const encoder = new TextEncoder();
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => {
        if (signal.aborted) return;
        controller.enqueue(encoder.encode(text));
      };
      heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS);
      const end = () => {
        if (!gone.signal.aborted) {
          gone.abort();
          controller.close();
        }
      };
      const endSoon = () => {
        write(`retry: ${COME_AGAIN_MS}\n\n`);
        end();
      };
      open += 1;
      const clean = () => {
        clearInterval(heartbeat);
        stopping?.removeEventListener('abort', endSoon);
        open -= 1;
      };
      signal.addEventListener('abort', clean, { once: true });
      write(': portage\n\n');
      if (signal.aborted) clean();
      if (stopping?.aborted) return endSoon();
      stopping?.addEventListener('abort', endSoon, { once: true });
      work((event, data, id) => write(frame(event, data, id)), signal)
        .catch((error: unknown) => {
          if (signal.aborted) return;
          const last = onError(error);
          write(frame(last.event, last.data));
        })
        .finally(end);
    },
    cancel() {
      gone.abort();
    },
  });
  const { stream: sent, headers } = stopping ? { stream, headers: {} } : packed(request, stream);
  return new Response(sent, {
    headers: {
      ...headers,
      'content-type': `${EVENT_STREAM}; charset=utf-8`,
      // no-transform prevents compression on the way, which would delay events.
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    },
  });
}
