/** Every endpoint treats methods, ids, CORS and limits the same way, and never answers with a bare error. */
import { describe, expect, it, vi } from 'vitest';
import { Problem } from '../api/problem.ts';
import { internalErrorSchema, problemSchema, validationErrorSchema } from '../api/schemas/problem.ts';
import { type EndpointHandler, endpoint } from './endpoint.ts';
import { logger } from './logger.ts';

logger('silent');

const echo = endpoint({
  route: '/v1/echo',
  cors: true,
  methods: {
    GET: async ({ query }) => ({ body: { q: query.get('q') }, headers: { etag: '"x"' } }),
    POST: async ({ body, requestId, clientAddress }) => ({ body: { body, requestId, clientAddress } }),
  },
});
const onlyGet = (handler: EndpointHandler, cors = true) =>
  endpoint({ route: '/v1/only-get', cors, methods: { GET: handler } });
const failing = (error: unknown) =>
  onlyGet(async () => {
    throw error;
  });

const request = (method: string, init: RequestInit & { path?: string } = {}) =>
  new Request(`http://127.0.0.1:3000${init.path ?? '/v1/echo'}`, { method, ...init });
const post = (body: BodyInit, headers: Record<string, string> = {}) => echo.POST(request('POST', { body, headers }));

describe('methods', () => {
  it.each(['PUT', 'PATCH', 'DELETE'] as const)('answers %s with 405, a problem body and Allow', async (method) => {
    const response = await echo[method](request(method));
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
    expect(problemSchema.parse(await response.json())).toMatchObject({
      type: '/errors/method-not-allowed',
      title: 'Method Not Allowed',
      status: 405,
      instance: '/v1/echo',
      traceId: response.headers.get('x-request-id'),
    });
  });

  it('answers HEAD as GET without a body', async () => {
    const response = await echo.HEAD(request('HEAD', { path: '/v1/echo?q=1' }));
    expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([200, '', '"x"']);
  });

  it('does not offer HEAD where there is no GET', async () => {
    const answer: EndpointHandler = async () => ({ body: {} });
    const onlyPost = endpoint({ route: '/v1/only-post', cors: true, methods: { POST: answer } });
    const response = await onlyPost.HEAD(request('HEAD'));
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });
});

describe('other origins', () => {
  it('may call the endpoint, without credentials', async () => {
    const response = await echo.OPTIONS(
      request('OPTIONS', {
        headers: {
          origin: 'https://other.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,x-api-key,x-own',
        },
      }),
    );
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, OPTIONS');
    expect(response.headers.get('access-control-allow-headers')).toBe('content-type,x-api-key,x-own');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('can read ids and limits, also of errors', async () => {
    for (const response of [await echo.GET(request('GET')), await failing(new Error('x')).GET(request('GET'))]) {
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-expose-headers')).toMatch(/x-request-id.*ratelimit/);
    }
  });

  it('may not call an endpoint that serves only the page', async () => {
    const own = onlyGet(async () => ({ body: {} }), false);
    expect((await own.GET(request('GET'))).headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the request id', () => {
  const idOf = async (headers: Record<string, string>) => {
    const response = await echo.POST(request('POST', { body: '{}', headers }));
    const { requestId }: { requestId: string } = await response.json();
    expect(response.headers.get('x-request-id')).toBe(requestId);
    return { requestId, traceparent: response.headers.get('traceparent') };
  };
  const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

  it('is the caller’s where that has a safe form', async () => {
    expect((await idOf({ 'x-request-id': 'abc-1.2:3_4' })).requestId).toBe('abc-1.2:3_4');
  });

  it.each(['with space', '<script>', 'x'.repeat(129), '"', ''])('is a new one instead of %j', async (id) => {
    expect((await idOf({ 'x-request-id': id })).requestId).toMatch(/^[0-9a-f]{32}$/);
  });

  it('comes with a span of its own in the caller’s W3C trace', async () => {
    const { requestId, traceparent } = await idOf({ traceparent: `00-${TRACE}-00f067aa0ba902b7-01` });
    expect(requestId).toBe(TRACE);
    expect(traceparent).toMatch(new RegExp(`^00-${TRACE}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`));
  });

  it('comes with no trace where the caller’s is invalid', async () => {
    const { traceparent } = await idOf({ traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` });
    expect(traceparent).toBeNull();
  });
});

describe('a body', () => {
  it('is read as JSON whatever its content type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-8']) {
      const response = await post('{"a":1}', { 'content-type': type });
      expect(await response.json()).toMatchObject({ body: { a: 1 } });
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  it.each([
    ['empty', ''],
    ['no JSON', '{"a":'],
    ['a form', 'a=1&b=2'],
    ['not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])],
  ])('that is %s gets 400', async (_what, body) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(validationErrorSchema.parse(await response.json()).errors).toMatchObject([{ code: 'invalid_json' }]);
  });

  it('may have 64 KiB and not one byte more, whether it announces its length or not', async () => {
    const ofBytes = (length: number) => JSON.stringify('x'.repeat(length - 2));
    expect((await post(ofBytes(64 * 1024))).status).toBe(200);
    const stream = (text: string) =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(text));
          controller.close();
        },
      });
    const unannounced = { method: 'POST', body: stream(ofBytes(64 * 1024 + 1)), duplex: 'half' };
    for (const response of [
      await post(ofBytes(64 * 1024 + 1)),
      await post('{}', { 'content-length': String(64 * 1024 + 1) }),
      await echo.POST(new Request('http://127.0.0.1/v1/echo', unannounced as RequestInit)),
    ]) {
      expect(response.status).toBe(413);
      // No further request may follow an unread body.
      expect(response.headers.get('connection')).toBe('close');
      expect(problemSchema.parse(await response.json()).type).toBe('/errors/payload-too-large');
    }
  });

  it('passes on the client address that the server saw', async () => {
    const response = await post('{}', { 'x-portage-client-address': '127.0.0.9' });
    expect(await response.json()).toMatchObject({ clientAddress: '127.0.0.9' });
  });
});

describe('errors', () => {
  it.each([new Error('secret detail'), 'text', undefined, null, { status: 400 }])(
    'answers %s with the 500 of the interface and reveals nothing about it',
    async (error) => {
      const response = await failing(error).GET(request('GET'));
      expect(response.status).toBe(500);
      const text = await response.text();
      expect(internalErrorSchema.parse(JSON.parse(text))).toMatchObject({ detail: 'An unexpected error occurred' });
      expect(text).not.toContain('secret');
    },
  );

  it('answers a problem with its status, headers and further keys, also one of another module instance', async () => {
    vi.resetModules();
    const other: typeof import('../api/problem.ts') = await import('../api/problem.ts');
    expect(other.Problem).not.toBe(Problem);
    const problem = new other.Problem({
      status: 404,
      title: 'Not Found',
      detail: 'Nothing is known under that quoteId.',
      extra: { success: false },
      headers: { 'retry-after': '5' },
    });
    const response = await failing(problem).GET(request('GET'));
    expect([response.status, response.headers.get('retry-after')]).toEqual([404, '5']);
    expect(await response.json()).toMatchObject({ type: '/errors/not-found', success: false });
  });

  it('reports how long it took', async () => {
    const timed = onlyGet(async ({ timing }) => {
      timing('store', 1.25);
      return { body: {} };
    });
    expect((await timed.GET(request('GET'))).headers.get('server-timing')).toMatch(/^store;dur=1\.[23], total;dur=\d/);
  });
});
