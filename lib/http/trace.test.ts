/** Traces reach a real collector over HTTP in OTLP's format, and a collector that is down delays nothing. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readSettings } from '../config/env.ts';
import { endpoint } from './endpoint.ts';
import { logger } from './logger.ts';
import { metricsState } from './metrics.ts';
import { metricsText } from './metrics-text.ts';
import { endTracing, startTracing, withSpan } from './trace.ts';

logger('silent');

const attribute = z.strictObject({
  key: z.string().min(1),
  value: z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ boolValue: z.boolean() }),
    z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
    z.strictObject({ doubleValue: z.number() }),
  ]),
});
const nanoseconds = z.string().regex(/^\d{19}$/);
const spanSchema = z.strictObject({
  traceId: z.string().regex(/^(?!0{32})[0-9a-f]{32}$/),
  spanId: z.string().regex(/^(?!0{16})[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  name: z.string().min(1),
  kind: z.literal([1, 2, 3]),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes: z.array(attribute),
  status: z.strictObject({ code: z.literal(2), message: z.string() }).optional(),
});
/** ExportTraceServiceRequest in the JSON of proto3, with the fields that we write. */
const batchSchema = z.strictObject({
  resourceSpans: z.tuple([
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(attribute) }),
      scopeSpans: z.tuple([
        z.strictObject({ scope: z.strictObject({ name: z.string() }), spans: z.array(spanSchema) }),
      ]),
    }),
  ]),
});
type Received = { path: string; headers: IncomingHttpHeaders; batch: z.output<typeof batchSchema> };

let collector: Server;
let received: Received[];
let status = 200;
/** When set, the collector delays its answer until this resolves. */
let hold: Promise<void> | undefined;

beforeEach(async () => {
  received = [];
  status = 200;
  hold = undefined;
  startTracing(undefined);
  for (const all of Object.values(metricsState)) all.clear();
  collector = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', async () => {
      received.push({ path: request.url ?? '', headers: request.headers, batch: batchSchema.parse(JSON.parse(text)) });
      await hold;
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
});

function begin(more: Record<string, string> = {}): void {
  const { port } = collector.address() as AddressInfo;
  startTracing(readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, ...more }).telemetry);
}

const spans = () => received.flatMap(({ batch }) => batch.resourceSpans[0].scopeSpans[0].spans);
const spanNamed = (name: string) => {
  const found = spans().find((span) => span.name === name);
  if (!found)
    throw new Error(
      `no span ${name} among ${spans()
        .map((span) => span.name)
        .join(', ')}`,
    );
  return found;
};
const attributeOf = (span: z.output<typeof spanSchema>, key: string) =>
  Object.values(span.attributes.find((one) => one.key === key)?.value ?? {})[0];

const asking = endpoint({
  route: '/v1/asking',
  cors: true,
  methods: {
    GET: async ({ query }) => {
      await withSpan({ name: 'quote THORCHAIN', kind: 'client', attributes: { routes: 2, share: 0.5, ok: true } }, () =>
        withSpan({ name: 'inner' }, async () => undefined),
      );
      if (query.has('fail')) throw new Error('secret detail');
      return { body: {} };
    },
  },
});
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const get = (headers: Record<string, string> = {}, path = '/v1/asking') =>
  asking.GET(new Request(`http://127.0.0.1:3000${path}`, { headers }));

describe('a request', () => {
  it('is one trace with its spans below it, within the trace of its caller', async () => {
    begin({ OTEL_SERVICE_NAME: 'own', OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=abc' });
    const response = await get({ traceparent: `00-${TRACE}-${PARENT}-01` });
    await endTracing();
    expect(received).toHaveLength(1);
    const [only] = received;
    expect([only?.path, only?.headers['content-type'], only?.headers['x-collector-key']]).toEqual([
      '/v1/traces',
      'application/json',
      'abc',
    ]);
    expect(only?.batch.resourceSpans[0].resource.attributes).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'own' },
    });
    const request = spanNamed('GET /v1/asking');
    const quote = spanNamed('quote THORCHAIN');
    expect(new Set(spans().map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
    expect([request.parentSpanId, quote.parentSpanId, spanNamed('inner').parentSpanId]).toEqual([
      PARENT,
      request.spanId,
      quote.spanId,
    ]);
    expect([request.kind, quote.kind, spanNamed('inner').kind]).toEqual([2, 3, 1]);
    expect(response.headers.get('traceparent')).toBe(`00-${TRACE}-${request.spanId}-01`);
    expect([attributeOf(request, 'http.response.status_code'), attributeOf(request, 'http.route')]).toEqual([
      '200',
      '/v1/asking',
    ]);
    expect([attributeOf(quote, 'routes'), attributeOf(quote, 'share'), attributeOf(quote, 'ok')]).toEqual([
      '2',
      0.5,
      true,
    ]);
    expect(BigInt(request.startTimeUnixNano)).toBeLessThanOrEqual(BigInt(quote.startTimeUnixNano));
    expect(BigInt(quote.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(request.endTimeUnixNano));
  });

  it('begins a trace that its problem bodies name, and records a failure without its message', async () => {
    begin();
    const response = await get({}, '/v1/asking?fail');
    await endTracing();
    const request = spanNamed('GET /v1/asking');
    expect(await response.json()).toMatchObject({ status: 500, traceId: request.traceId });
    expect(request.status).toEqual({ code: 2, message: 'HTTP 500' });
    expect(request.parentSpanId).toBeUndefined();
    expect(JSON.stringify(received)).not.toContain('secret');
  });

  it('stays separate from concurrent requests', async () => {
    begin();
    await Promise.all(Array.from({ length: 20 }, () => get()));
    await endTracing();
    const requests = spans().filter(({ kind }) => kind === 2);
    expect(new Set(requests.map(({ traceId }) => traceId)).size).toBe(20);
    for (const { traceId, spanId } of requests)
      expect(spans().filter((span) => span.traceId === traceId && span.parentSpanId === spanId)).toHaveLength(1);
  });
});

describe('whether a trace is recorded', () => {
  const made = async (settings: Record<string, string>, headers: Record<string, string>[]) => {
    begin(settings);
    await Promise.all(headers.map((one) => get(one)));
    await endTracing();
    return spans().filter(({ kind }) => kind === 2).length;
  };
  const kept = { traceparent: `00-${TRACE}-${PARENT}-01` };
  const dropped = { traceparent: `00-${TRACE}-${PARENT}-00` };

  it('is decided by the caller, by default', async () => {
    expect(await made({}, [{}, kept, dropped])).toBe(2);
  });

  it('is decided by the sampler where the deployment says so', async () => {
    expect(await made({ OTEL_TRACES_SAMPLER: 'always_on' }, [{}, kept, dropped])).toBe(3);
  });

  it('is decided by the caller alone where the deployment starts none of its own', async () => {
    expect(await made({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, [{}, kept, dropped])).toBe(1);
  });

  it('depends on the trace id alone, and meets the configured share', async () => {
    const share = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.5' };
    const ids = (low: string) => ({ traceparent: `00-${'a'.repeat(16)}${low.repeat(16)}-${PARENT}-01` });
    expect(await made(share, ['0', '3', '7', '8', 'c', 'f'].map(ids))).toBe(3);
  });

  it('is always no where no collector is configured', async () => {
    startTracing(readSettings({}).telemetry);
    expect((await get()).status).toBe(200);
    await endTracing();
    expect(received).toEqual([]);
  });
});

describe('a faulty collector', () => {
  const outcomes = () => metricsText(metricsState).match(/portage_spans_total\{.*/g) ?? [];

  it('that refuses is sent nothing twice', async () => {
    status = 503;
    begin();
    await get();
    await endTracing();
    await endTracing();
    expect(received).toHaveLength(1);
    expect(outcomes()).toEqual(['portage_spans_total{outcome="dropped"} 3']);
  });

  it('that is not running costs the spans and nothing else', async () => {
    startTracing(readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }).telemetry);
    expect((await get()).status).toBe(200);
    await endTracing();
    expect(outcomes()).toEqual(['portage_spans_total{outcome="dropped"} 3']);
  });

  it('that hangs delays no request and fills no memory', async () => {
    let release: () => void = () => undefined;
    hold = new Promise((resolve) => {
      release = resolve;
    });
    begin({ OTEL_BSP_MAX_QUEUE_SIZE: '5', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '3' });
    // The first three spans are under way, and five of those that follow wait.
    for (let index = 0; index < 10; index += 1) expect((await get()).status).toBe(200);
    expect(outcomes()).toEqual(['portage_spans_total{outcome="dropped"} 22']);
    release();
    await endTracing();
    expect(spans()).toHaveLength(8);
    expect(received.map(({ batch }) => batch.resourceSpans[0].scopeSpans[0].spans.length)).toEqual([3, 3, 2]);
  });
});
