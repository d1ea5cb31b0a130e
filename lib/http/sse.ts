/** Sends server-sent events as they happen, with heartbeats, until the work ends or the client goes away. */

export const EVENT_STREAM = 'text/event-stream';

/** How much a media type is wanted, by the range that names it most closely; 0 where none does. Source: RFC 9110, 12.5.1. */
function qualityOf(type: string, ranges: ReadonlyMap<string, number>): number {
  const [family] = type.split('/');
  return ranges.get(type) ?? ranges.get(`${family}/*`) ?? ranges.get('*/*') ?? 0;
}

/** A weight that cannot be read is none, and a range without one is wanted fully. Source: RFC 9110, 12.4.2. */
function weightOf(parameters: readonly string[]): number {
  const weight = parameters.find((one) => one.startsWith('q='))?.slice(2);
  return weight !== undefined && /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 1;
}

const JSON_BODY = 'application/json';

/**
 * True when the client wants events more than one JSON body. Where it wants both alike it gets JSON, unless it names the
 * events and JSON is only among "anything".
 */
export function wantsEvents(request: Request): boolean {
  const ranges = new Map<string, number>();
  for (const range of (request.headers.get('accept') ?? '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    ranges.set(type, Math.max(ranges.get(type) ?? 0, weightOf(parameters)));
  }
  const [events, json] = [qualityOf(EVENT_STREAM, ranges), qualityOf(JSON_BODY, ranges)];
  return events > json || (events > 0 && events === json && ranges.has(EVENT_STREAM) && !ranges.has(JSON_BODY));
}

/** `id` comes back as `Last-Event-ID` from who resumes; it has no line break. */
export type SendEvent = (event: string, data: unknown, id?: string) => void;

/** Proxies drop a silent connection after a minute or less. */
const HEARTBEAT_MS = 15_000;

/** What a client waits before it comes again once the server has ended a stream; another instance may be there at once. */
const COME_AGAIN_MS = 1000;

let open = 0;
/** How many streams are open in this process. */
export const openStreams = (): number => open;

/** One event in the format of the HTML standard, "Server-sent events"; JSON never holds a raw line break. */
const frame = (event: string, data: unknown, id?: string): string =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

/**
 * An event stream that lives as long as `work`. `work` gets a signal that is aborted when the client goes away;
 * what it throws is told by `onError`, whose answer is the last event. `stopping`: it may last, and who hears it can ask
 * again where it ended; it is ended when that is aborted, others are finished.
 */
export function eventStream(
  request: Request,
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
  return new Response(stream, {
    headers: {
      'content-type': `${EVENT_STREAM}; charset=utf-8`,
      // no-transform keeps compression from holding events back.
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    },
  });
}
