/** Sends server-sent events as they happen, with heartbeats, until the work ends or the client goes away. */

export const EVENT_STREAM = 'text/event-stream';

/** True when the client asks for events rather than for one JSON body; `q=0` refuses them. Source: RFC 9110, 12.4.2. */
export const wantsEvents = (request: Request): boolean =>
  (request.headers.get('accept') ?? '')
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .some(([type, ...parameters]) => type === EVENT_STREAM && !parameters.some((one) => /^q=0(\.0*)?$/.test(one)));

export type SendEvent = (event: string, data: unknown) => void;

/** Proxies drop a silent connection after a minute or less. */
const HEARTBEAT_MS = 15_000;

/** One event in the format of the HTML standard, "Server-sent events"; JSON never holds a raw line break. */
const frame = (event: string, data: unknown): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * An event stream that lives as long as `work`. `work` gets a signal that is aborted when the client goes away;
 * what it throws is told by `onError`, whose answer is the last event.
 */
export function eventStream(
  request: Request,
  work: (send: SendEvent, signal: AbortSignal) => Promise<void>,
  onError: (error: unknown) => { event: string; data: unknown },
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
        clearInterval(heartbeat);
        if (!gone.signal.aborted) {
          gone.abort();
          controller.close();
        }
      };
      signal.addEventListener('abort', () => clearInterval(heartbeat), { once: true });
      write(': portage\n\n');
      work((event, data) => write(frame(event, data)), signal)
        .catch((error: unknown) => {
          if (signal.aborted) return;
          const last = onError(error);
          write(frame(last.event, last.data));
        })
        .finally(end);
    },
    cancel() {
      clearInterval(heartbeat);
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
