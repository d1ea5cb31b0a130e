/** The endpoints as a client uses them: its own typed client on one side, hostile bodies on the other. */
import { describe, expect, it, vi } from 'vitest';
import { ApiProblem, createPortageClient } from '../api/client.ts';
import { problemSchema, validationErrorSchema } from '../api/schemas/problem.ts';
import { openStreams } from '../http/sse.ts';
import { BTC_ADDRESS, ETH_ADDRESS, providerOf } from '../quote/test-quotes.ts';
import { offeredProviders } from './container.ts';
import { request, setUp } from './test-api-handlers.ts';

describe('the typed client', () => {
  it('gets a quote and tracks it by the quote’s data', async () => {
    const { client } = setUp();
    const quote = await client.quote(request);
    expect(quote.routes[0]?.meta.tags).toContain('RECOMMENDED');
    const state = await client.track({ quoteId: quote.quoteId, routeIndex: 0 });
    expect(state).toMatchObject({
      success: true,
      trackingStatus: 'not_started',
      data: { trackingStatus: 'not_started' },
    });
    expect(state.data.route).toMatchObject({ sellAmount: '0.5', legs: quote.routes[0]?.legs });
  });

  it('gets a quote piece by piece, the whole last', async () => {
    const events = [];
    for await (const event of setUp().client.quoteStream(request)) events.push(event);
    expect(events.map(({ type }) => type).toSorted()).toEqual(['providerError', 'quote', 'route']);
    const last = events.at(-1);
    expect(last?.type === 'quote' && last.quote.routes).toHaveLength(1);
  });

  it('gets tokens', async () => {
    const { tokens, total } = await setUp().client.tokens({ provider: 'thorchain', limit: 1 });
    expect([tokens[0]?.asset, total]).toEqual(['BTC.BTC', 1]);
  });

  it('throws problems with everything in the body', async () => {
    const { client } = setUp();
    const problemOf = (work: Promise<unknown>): Promise<ApiProblem> =>
      work.then(
        () => Promise.reject(new Error('no problem')),
        (error: unknown) => (error instanceof ApiProblem ? error : Promise.reject(error)),
      );
    const invalid = await problemOf(client.quote({ ...request, slippage: 101 }));
    expect(invalid).toMatchObject({ status: 400, title: 'Validation Error', errors: [{ field: 'slippage' }] });
    expect(invalid.traceId).toMatch(/^[0-9a-f]{32}$/);
    const unknown = await problemOf(client.track({ quoteId: 'nobody-knows-it' }));
    expect(unknown.status).toBe(404);
    expect(unknown.body).toMatchObject({ success: false, error: expect.any(String), type: '/errors/not-found' });
    const off = await problemOf(
      client.depositChannel({
        sellAsset: 'BTC.BTC',
        buyAsset: 'ETH.ETH',
        destinationAddress: ETH_ADDRESS,
        refundAddress: BTC_ADDRESS,
      }),
    );
    expect(off.status).toBe(503);
    const streamed = client.quoteStream({ ...request, sellAmount: '0' });
    expect((await problemOf(streamed.next())).status).toBe(400);
    const nobody = createPortageClient({
      baseUrl: 'http://127.0.0.1:1',
      fetch: () => Promise.reject(new TypeError('x')),
    });
    expect((await problemOf(nobody.quote(request))).status).toBe(0);
    const html = createPortageClient({ baseUrl: '', fetch: async () => new Response('<html>', { status: 502 }) });
    expect((await problemOf(html.quote(request))).status).toBe(502);
    const wrong = createPortageClient({ baseUrl: '', fetch: async () => Response.json({ quoteId: 1 }) });
    expect((await problemOf(wrong.quote(request))).title).toBe('Unreadable Answer');
  });
});

describe('event streams of a swap', () => {
  it('are as many at once as one caller may have; the end of one makes room', async () => {
    const { fetchLike, client } = setUp({ STREAMS_PER_CALLER: '2' });
    const { quoteId } = await client.quote(request);
    const opened = async () => {
      const leaving = new AbortController();
      const response = await fetchLike('http://127.0.0.1:3000/v1/track', {
        method: 'POST',
        headers: { accept: 'text/event-stream' },
        body: JSON.stringify({ quoteId }),
        signal: leaving.signal,
      });
      return { response, leave: () => leaving.abort() };
    };
    const [first, second] = [await opened(), await opened()];
    expect([first.response.status, second.response.status]).toEqual([200, 200]);
    const { response } = await opened();
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(problemSchema.parse(await response.json()).detail).toContain('You have 2 event streams under way here');
    first.leave();
    await vi.waitFor(() => expect(openStreams()).toBe(1));
    const third = await opened();
    expect(third.response.status).toBe(200);
    second.leave();
    third.leave();
    await vi.waitFor(() => expect(openStreams()).toBe(0));
  });
});

const POSTS = ['/v1/quote', '/v1/track', '/v1/chainflip-deposit-channel'] as const;
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Each must be a clear error by the interface, never a 500. */
const WORST: [what: string, body: string | Uint8Array<ArrayBuffer>, status: number][] = [
  ['null bytes', JSON.stringify({ ...request, sellAsset: 'BTC.BTC\u0000', hash: 'a\u0000', quoteId: '\u0000' }), 400],
  ['raw control characters', '{"sellAsset":"BTC\u0000.BTC"}', 400],
  ['deep nesting', `{"sellAsset":${nested(30_000)},"hash":${nested(1000)}}`, 400],
  ['nesting only', nested(32_000), 400],
  ['huge numbers', '{"sellAmount":1e400,"slippage":1e400,"routeIndex":1e400,"affiliateBps":-1e400}', 400],
  ['a list', JSON.stringify([request]), 400],
  [
    'wrong types everywhere',
    JSON.stringify({
      sellAsset: {},
      buyAsset: [],
      sellAmount: true,
      slippage: {},
      hash: {},
      quoteId: [],
      routeIndex: '0',
    }),
    400,
  ],
  ['64 KiB and one byte', JSON.stringify({ ...request, memo: 'x'.repeat(64 * 1024) }), 413],
  ['duplicate keys, the last one wrong', '{"sellAsset":"BTC.BTC","sellAsset":7,"hash":"a","hash":7}', 400],
  ['prototype keys', '{"__proto__":{"sellAsset":"BTC.BTC","hash":"a"},"constructor":{"prototype":{"x":1}}}', 400],
  [
    'lone surrogates',
    '{"sellAsset":"\\ud800","sellAmount":"\\udfff","hash":"\\ud800","quoteId":"\\udc00","destinationAddress":"\\ud83d"}',
    400,
  ],
  ['no JSON', 'sellAsset=BTC.BTC', 400],
  ['not UTF-8', new Uint8Array([0xff, 0xfe, 0x7b, 0x7d]), 400],
  ['nothing', '', 400],
  ['null', 'null', 400],
];

describe('the worst bodies', () => {
  it.each(WORST)('%s: a clear error at every endpoint', async (_what, body, status) => {
    const { fetchLike } = setUp();
    for (const path of POSTS) {
      const response = await fetchLike(`http://127.0.0.1:3000${path}`, { method: 'POST', body });
      expect(response.status, path).toBe(status);
      const answer: unknown = await response.json();
      if (status === 400) expect(validationErrorSchema.parse(answer).errors?.length, path).toBeGreaterThan(0);
      else expect(problemSchema.parse(answer).status).toBe(status);
      expect(Object.prototype).not.toHaveProperty('x');
      expect(Object.prototype).not.toHaveProperty('sellAsset');
    }
  });

  it('ignores fields outside the interface, prototype keys included', async () => {
    const { fetchLike } = setUp();
    const body = JSON.stringify(request).replace('{', '{"__proto__":{"slippage":50},"extra":{"a":[1]},');
    const response = await fetchLike('http://127.0.0.1:3000/v1/quote', { method: 'POST', body });
    expect(response.status).toBe(200);
  });
});

describe('a deployment’s offer', () => {
  it('is the providers in PROVIDERS, otherwise all that can run', () => {
    const both = providerOf('THORCHAIN', async () => [], { ids: ['THORCHAIN', 'THORCHAIN_STREAMING'] });
    const maya = providerOf('MAYACHAIN', async () => []);
    const idsOf = (ids: Parameters<typeof offeredProviders>[1]) =>
      offeredProviders([both, maya], ids).flatMap(({ ids: own }) => own);
    expect(idsOf(undefined)).toEqual(['THORCHAIN', 'THORCHAIN_STREAMING', 'MAYACHAIN']);
    expect(idsOf(['THORCHAIN_STREAMING', 'GARDEN'])).toEqual(['THORCHAIN_STREAMING']);
  });
});

describe('signatures of orders', () => {
  const post = (headers: Record<string, string>, body: unknown = { signature: `0x${'1b'.repeat(65)}` }) =>
    setUp().fetchLike('http://127.0.0.1:3000/garden/quote-1/0', {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });

  it('are accepted from this deployment’s own pages only', async () => {
    expect((await post({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await post({ origin: 'https://elsewhere.example' })).status).toBe(403);
  });

  it('are accepted for quotes of this deployment only; faults are named', async () => {
    const unknown = await post({ 'sec-fetch-site': 'same-origin' });
    expect(unknown.status).toBe(404);
    expect(problemSchema.parse(await unknown.json()).detail).toContain('quoteId');
    const wrong = validationErrorSchema.parse(await (await post({}, { signature: 7 })).json());
    expect(wrong.errors?.map(({ field }) => field)).toEqual(['signature']);
  });
});
