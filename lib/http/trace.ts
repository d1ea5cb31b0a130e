/** Creates the spans of a request and of its work; costs nothing where tracing is off. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Telemetry } from '../config/telemetry-settings.ts';
import { newSpanId, newTraceId, type RequestTrace } from './request-id.ts';
import { type AttributeValue, createTraceExporter, type EndedSpan, type TraceExporter } from './trace-exporter.ts';

type SpanContext = { traceId: string; spanId: string; sampled: boolean };
type Tracing = { telemetry: Telemetry; exporter: TraceExporter; contexts: AsyncLocalStorage<SpanContext> };

/** A span under way; changes after its end are ignored. */
export type Span = {
  set(attributes: Record<string, AttributeValue>): void;
  /** Marks it as failed, with a short text of our own, never one of an upstream or a caller. */
  fail(why: string): void;
};

const NO_SPAN: Span = { set: () => undefined, fail: () => undefined };

let tracing: Tracing | undefined;

/** Turns tracing on for this process, or off where no traces are wanted. */
export function startTracing(telemetry: Telemetry | undefined): void {
  tracing = telemetry && {
    telemetry,
    exporter: createTraceExporter(telemetry),
    contexts: new AsyncLocalStorage<SpanContext>(),
  };
}

/** Sends the queued spans before the process ends. */
export async function endTracing(): Promise<void> {
  await tracing?.exporter.flush();
}

/** The last 8 of the 16 bytes decide, so that every service makes the same decision for a trace. */
const isKept = (traceId: string, ratio: number): boolean =>
  ratio >= 1 || BigInt(`0x${traceId.slice(16)}`) < BigInt(Math.floor(ratio * 2 ** 32)) << 32n;

function isSampled({ sampler }: Telemetry, traceId: string, parent: { sampled: boolean } | undefined): boolean {
  if (sampler.parentBased && parent !== undefined) return parent.sampled;
  return sampler.ratio > 0 && isKept(traceId, sampler.ratio);
}

const nowMs = (): number => performance.timeOrigin + performance.now();

type Begun = Pick<EndedSpan, 'name' | 'kind' | 'attributes'> & { context: SpanContext; parentSpanId?: string };

async function run<T>({ exporter, contexts }: Tracing, begun: Begun, work: (span: Span) => Promise<T>): Promise<T> {
  const { name, kind, context, parentSpanId } = begun;
  if (!context.sampled) return contexts.run(context, () => work(NO_SPAN));
  const startMs = nowMs();
  const attributes = { ...begun.attributes };
  let error: string | undefined;
  const span: Span = {
    set: (more) => Object.assign(attributes, more),
    fail: (why) => {
      error = why;
    },
  };
  try {
    return await contexts.run(context, () => work(span));
  } catch (thrown) {
    // The error's class instead of its text, which may contain what callers and upstreams sent.
    error ??= thrown instanceof Error ? thrown.name : 'Error';
    throw thrown;
  } finally {
    const { traceId, spanId } = context;
    const ids = { traceId, spanId, ...(parentSpanId === undefined ? {} : { parentSpanId }) };
    exporter.add({
      ...ids,
      name,
      kind,
      startMs,
      endMs: nowMs(),
      attributes,
      ...(error === undefined ? {} : { error }),
    });
  }
}

/** Runs `work` in the span of a request, within the trace that its caller named. */
export function requestSpan<T>(
  trace: RequestTrace,
  about: { name: string; attributes: Record<string, AttributeValue> },
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const on = tracing;
  if (on === undefined) return work(NO_SPAN);
  const { traceId, spanId, parent } = trace;
  const context = { traceId, spanId, sampled: isSampled(on.telemetry, traceId, parent) };
  return run(on, { ...about, kind: 'server', context, ...(parent ? { parentSpanId: parent.spanId } : {}) }, work);
}

/** Runs `work` in a span within the current one, or in the first span of a new trace. */
export function withSpan<T>(
  about: { name: string; kind?: 'internal' | 'client'; attributes?: Record<string, AttributeValue> },
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const on = tracing;
  if (on === undefined) return work(NO_SPAN);
  const parent = on.contexts.getStore();
  const traceId = parent?.traceId ?? newTraceId();
  const sampled = parent?.sampled ?? isSampled(on.telemetry, traceId, undefined);
  const { name, kind = 'internal', attributes = {} } = about;
  const context = { traceId, spanId: newSpanId(), sampled };
  return run(on, { name, kind, attributes, context, ...(parent ? { parentSpanId: parent.spanId } : {}) }, work);
}
