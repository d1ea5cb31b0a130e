import { createPortageClient } from '../../lib/api/client.ts';
import { expect, test } from '../support/api-test.ts';

const ask = { sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '0.1', slippage: 1 };

test('every wrong field of a quote is named at once, with what would be accepted', async ({ request }) => {
  const answer = await request.post('/v1/quote', {
    data: {
      sellAsset: 'BTC',
      buyAsset: 'NOPE.ETH',
      sellAmount: '1e3',
      slippage: 101,
      providers: ['THOR'],
      affiliateFee: 2000,
    },
  });
  expect(answer.status()).toBe(400);
  const body = await answer.json();
  expect(body).toMatchObject({ type: '/errors/validation-error', title: 'Validation Error', status: 400 });
  const fields = body.errors.map((error: { field: string }) => error.field.replace(/[.[].*$/, ''));
  expect(new Set(fields)).toEqual(
    new Set(['sellAsset', 'buyAsset', 'sellAmount', 'slippage', 'providers', 'affiliate', 'affiliateFee']),
  );
  expect(answer.headers()['x-request-id']).toBe(body.traceId);
});

test('an address of another chain is refused with the form that is required', async ({ request }) => {
  const answer = await request.post('/v1/quote', {
    data: { ...ask, destinationAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
  });
  expect(answer.status()).toBe(400);
  expect(JSON.stringify(await answer.json())).toMatch(/destinationAddress.*0x/s);
});

for (const [name, body] of Object.entries({
  'no JSON': 'sell me something',
  'half a body': '{"sellAsset":"BTC.BTC"',
  'a list': '[]',
  'a number': '1',
  null: 'null',
  'a prototype': '{"__proto__":{"slippage":1},"constructor":1}',
  'a null byte': '{"sellAsset":"BTC.\\u0000BTC","buyAsset":"ETH.ETH","sellAmount":"1","slippage":1}',
  'a lone surrogate': '{"sellAsset":"BTC.\\ud800","buyAsset":"ETH.ETH","sellAmount":"1","slippage":1}',
  'a huge number': `{"sellAsset":"BTC.BTC","buyAsset":"ETH.ETH","sellAmount":"${'9'.repeat(500)}","slippage":1e308}`,
  'deep nesting': `${'['.repeat(5000)}${']'.repeat(5000)}`,
}))
  test(`a body that is ${name} is a clear 400`, async ({ request }) => {
    const answer = await request.post('/v1/quote', {
      headers: { 'content-type': 'application/json' },
      data: Buffer.from(body),
    });
    expect(answer.status()).toBe(400);
    expect(await answer.json()).toMatchObject({
      type: '/errors/validation-error',
      status: 400,
      detail: expect.any(String),
    });
  });

test('a body over 64 KiB is 413, a wrong method 405 with Allow, an unknown path 404', async ({ request }) => {
  const large = await request.post('/v1/quote', { data: Buffer.from(`{"x":"${'y'.repeat(70_000)}"}`) });
  expect([large.status(), (await large.json()).status]).toEqual([413, 413]);
  const method = await request.delete('/v1/quote');
  expect([method.status(), method.headers().allow]).toEqual([405, expect.stringContaining('POST')]);
  const path = await request.get('/v1/nothing');
  expect([path.status(), (await path.json()).type]).toEqual([404, '/errors/not-found']);
});

// Found by `npm run fuzz`: Next answered with 500.
test('a file can only be read: other methods get 405 with Allow', async ({ request }) => {
  for (const method of ['POST', 'DELETE', 'OPTIONS']) {
    const answer = await request.fetch('/embed.js', { method });
    expect([method, answer.status(), answer.headers().allow]).toEqual([method, 405, 'GET, HEAD']);
  }
});

test('an unknown quote is 404 and says that nothing succeeded', async ({ request }) => {
  const answer = await request.post('/v1/track', { data: { quoteId: 'nobody-ever-got-this' } });
  expect(answer.status()).toBe(404);
  expect(await answer.json()).toMatchObject({ success: false, status: 404, error: expect.any(String) });
  const neither = await request.post('/v1/track', { data: {} });
  expect(neither.status()).toBe(400);
  expect(JSON.stringify(await neither.json())).toMatch(/hash.*quoteId/s);
});

test('any origin may call the API, and read its request id', async ({ request }) => {
  const preflight = await request.fetch('/v1/quote', {
    method: 'OPTIONS',
    headers: {
      origin: 'https://example.org',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-api-key',
    },
  });
  expect(preflight.status()).toBe(204);
  expect(preflight.headers()['access-control-allow-origin']).toBe('*');
  const answer = await request.get('/v1/tokens?limit=1', {
    headers: { origin: 'https://example.org', 'x-request-id': 'mine-1' },
  });
  expect(answer.headers()['access-control-expose-headers']).toMatch(/x-request-id/i);
  expect(answer.headers()['x-request-id']).toBe('mine-1');
});

test('tokens: filtered, paged, and not sent again while unchanged', async ({ request, baseURL }) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const all = await client.tokens();
  expect(all.total).toBe(all.tokens.length);
  const maya = await client.tokens({ provider: 'mayachain' });
  expect(maya.tokens.every((token) => token.providers.includes('MAYACHAIN'))).toBe(true);
  const page = await client.tokens({ chain: 'ETH', limit: 2, offset: 1 });
  expect(page.tokens).toHaveLength(2);
  expect(page.total).toBeGreaterThan(2);
  const first = await request.get('/v1/tokens');
  const again = await request.get('/v1/tokens', { headers: { 'if-none-match': first.headers().etag ?? '' } });
  expect(again.status()).toBe(304);
  expect((await request.get('/v1/tokens?provider=NOPE')).status()).toBe(400);
});

test('routes arrive as providers answer, then the whole quote', async ({ baseURL }) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const events: string[] = [];
  const whole: string[] = [];
  for await (const event of client.quoteStream(ask)) {
    events.push(event.type);
    if (event.type !== 'quote') continue;
    const { routes, providerErrors = [] } = event.quote;
    expect(routes[0]?.meta.tags).toContain('RECOMMENDED');
    whole.push(...routes.map(() => 'route'), ...providerErrors.map(() => 'providerError'));
  }
  expect(whole.length).toBeGreaterThanOrEqual(9);
  expect(events.at(-1)).toBe('quote');
  expect(events.slice(0, -1).sort()).toEqual(whole.sort());
});

test('the deposit-channel endpoint names every fault at once', async ({ request }) => {
  const faulty = await request.post('/v1/chainflip-deposit-channel', {
    data: { sellAsset: 'BTC.BTC', affiliateBps: -1 },
  });
  expect(faulty.status()).toBe(400);
  expect((await faulty.json()).errors.length).toBeGreaterThanOrEqual(3);
});

test('the document names version v1 and both servers, and the service says that it is ready', async ({ request }) => {
  const document = await (await request.get('/openapi.json')).json();
  expect(document.openapi).toMatch(/^3\.1/);
  expect(document.info.version).toBe('v1');
  expect(document.servers).toHaveLength(2);
  expect((await request.get('/health')).status()).toBe(200);
});

test('the page’s gateway serves its own page only, and only listed calls', async ({ request }) => {
  const call = (method: string, headers = {}) =>
    request.post('/chain/eth/rpc', { headers, data: { jsonrpc: '2.0', id: 1, method, params: [] } });
  expect((await (await call('eth_blockNumber')).json()).result).toMatch(/^0x/);
  expect((await (await call('anvil_setBalance')).json()).error).toBeTruthy();
  expect(
    (await call('eth_blockNumber', { 'sec-fetch-site': 'cross-site', origin: 'https://example.org' })).status(),
  ).toBe(403);
  expect((await request.get('/chain/nope/balance?address=x')).status()).toBe(404);
});
