/**
 * Sends spans to a collector in batches, as OTLP over HTTP in JSON. Nothing waits for it: spans that do not fit the
 * queue or do not arrive are counted as dropped.
 */
import type { Telemetry } from '../config/telemetry-settings.ts';
import { within } from '../domain/waiting.ts';
import { count } from './metrics.ts';

/** The numbers of OTLP. Source: opentelemetry-proto, trace/v1/trace.proto */
export const SPAN_KINDS = { internal: 1, server: 2, client: 3 } as const;
const STATUS_ERROR = 2;

export type AttributeValue = string | number | boolean;

/** A finished span; times in unix milliseconds, with fractions. */
export type EndedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: keyof typeof SPAN_KINDS;
  startMs: number;
  endMs: number;
  attributes: Record<string, AttributeValue>;
  /** Set when the span failed. Contains no secrets and no addresses. */
  error?: string;
};

export type TraceExporter = {
  add(span: EndedSpan): void;
  /** Sends the queued spans; resolves within the exporter's time limit in any case. */
  flush(): Promise<void>;
};

/** A stop waits at most this long for the last batch. */
const LAST_FLUSH_MS = 2000;

const attribute = (value: AttributeValue): Record<string, unknown> => {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  // In the JSON of proto3, 64-bit integers are strings.
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
};
const attributes = (all: Record<string, AttributeValue>) =>
  Object.entries(all).map(([key, value]) => ({ key, value: attribute(value) }));

/** Nanoseconds as text, since they have more digits than a number holds. */
const nanoseconds = (ms: number): string => {
  const whole = Math.floor(ms);
  return String(BigInt(whole) * 1_000_000n + BigInt(Math.round((ms - whole) * 1e6)));
};

const encodeSpan = (span: EndedSpan): Record<string, unknown> => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentSpanId === undefined ? {} : { parentSpanId: span.parentSpanId }),
  name: span.name,
  kind: SPAN_KINDS[span.kind],
  startTimeUnixNano: nanoseconds(span.startMs),
  endTimeUnixNano: nanoseconds(span.endMs),
  attributes: attributes(span.attributes),
  ...(span.error === undefined ? {} : { status: { code: STATUS_ERROR, message: span.error } }),
});

/** The body of one export. Source: opentelemetry-proto, collector/trace/v1/trace_service.proto, in proto3's JSON. */
export const encodeBatch = (
  spans: readonly EndedSpan[],
  resource: Record<string, string>,
): Record<string, unknown> => ({
  resourceSpans: [
    {
      resource: { attributes: attributes(resource) },
      scopeSpans: [{ scope: { name: 'portage' }, spans: spans.map(encodeSpan) }],
    },
  ],
});

export function createTraceExporter(telemetry: Telemetry, fetchLike: typeof fetch = fetch): TraceExporter {
  const { url, headers, timeoutMs, resource, scheduleDelayMs, maxQueue, maxBatch } = telemetry;
  let queue: EndedSpan[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The export under way. There is one at a time, so that a slow collector does not accumulate connections. */
  let sending: Promise<void> | undefined;

  async function post(batch: readonly EndedSpan[]): Promise<void> {
    let outcome: 'sent' | 'dropped' = 'dropped';
    try {
      const response = await fetchLike(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(encodeBatch(batch, resource)),
        signal: AbortSignal.timeout(timeoutMs),
        cache: 'no-store',
      });
      await response.body?.cancel();
      if (response.ok) outcome = 'sent';
    } catch {
      // A metric reports a collector that is down; repairing it is the operator's task.
    }
    count('portage_spans_total', { outcome }, batch.length);
  }

  async function sendAll(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    for (let batch = queue.splice(0, maxBatch); batch.length > 0; batch = queue.splice(0, maxBatch)) await post(batch);
  }

  function send(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    return sending;
  }

  function schedule(): void {
    if (timer !== undefined || sending !== undefined) return;
    timer = setTimeout(() => void send(), scheduleDelayMs);
    timer.unref();
  }

  return {
    add(span) {
      if (queue.length >= maxQueue) return count('portage_spans_total', { outcome: 'dropped' });
      queue.push(span);
      if (queue.length >= maxBatch) void send();
      else schedule();
    },
    async flush() {
      // Twice, to include what came in while a batch was under way.
      const sent = send().then(() => send());
      await within(sent, LAST_FLUSH_MS, () => undefined);
      queue = [];
    },
  };
}
