/**
 * What programs get besides the interface: the served client, calls that are executed once, and readable documentation.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createPortageClient } from '../../lib/api/client.ts';
import type { PortageClient } from '../../lib/api/client-core.ts';
import { providersResponseSchema } from '../../lib/api/schemas/providers.ts';
import { expect, test } from '../support/api-test.ts';
import { createEvmPayer } from '../support/evm-payer.ts';
import { sharedSandbox } from '../support/sandbox.ts';

const sandbox = sharedSandbox();
const BTC_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const ETH_ADDRESS = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
const CHANNEL_PATH = '/v1/chainflip-deposit-channel';

type Served = {
  createPortageClient: (options: { baseUrl: string; retries?: number }) => PortageClient;
  ApiProblem: new () => Error;
};

/** The served client as an integrator gets it: fetched from the server, saved as a file, imported from there. */
async function servedClient(url: string): Promise<Served> {
  const answer = await fetch(`${url}/client.js`);
  expect(answer.headers.get('content-type')).toContain('text/javascript');
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const file = join(mkdtempSync(join(tmpdir(), 'portage-client-')), 'client.mjs');
  writeFileSync(file, await answer.text());
  return import(pathToFileURL(file).href);
}

test('a program with the served client swaps ETH for BTC: quote, sign, pay, watch to the end', async ({ url }) => {
  const client = (await servedClient(url)).createPortageClient({ baseUrl: url });
  const payer = createEvmPayer(url, 'ETH');
  await sandbox.fund('ETH', payer.address, '5');
  const pair = { sellAsset: 'ETH.ETH', buyAsset: 'BTC.BTC', sellAmount: '1.4', slippage: 3 };
  const offered: string[] = [];
  for await (const event of client.quoteStream(pair)) offered.push(event.type);
  expect(offered.at(-1)).toBe('quote');
  expect(offered).toContain('route');

  const addresses = { sourceAddress: payer.address, destinationAddress: BTC_ADDRESS };
  const take = { ...pair, ...addresses, providers: ['THORCHAIN' as const], includeTx: true };
  const quote = await client.quote(take, { idempotencyKey: `swap-${payer.address}` });
  const again = await client.quote(take, { idempotencyKey: `swap-${payer.address}` });
  expect(again).toEqual(quote);
  expect(await client.storedQuote(quote.quoteId)).toEqual(quote);

  const [route] = quote.routes;
  if (!route) throw new Error('one route was expected');
  const hash = await payer.pay(route);
  const states: string[] = [];
  const watched = client.watch({ quoteId: quote.quoteId, hash }, { signal: AbortSignal.timeout(150_000) });
  for await (const state of watched) states.push(state.trackingStatus);
  expect(states.at(-1)).toBe('completed');
  // Each state is reported once, and none goes back.
  const order = ['not_started', 'pending', 'swapping', 'completed'];
  const ranks = states.map((state) => order.indexOf(state));
  expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
});

test('the served client distinguishes errors by their type, and its TypeScript agrees', async ({ url }) => {
  const { createPortageClient: create, ApiProblem } = await servedClient(url);
  const client = create({ baseUrl: url, retries: 0 });
  const failed = await client.track({ quoteId: 'nobody-knows-it' }).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ApiProblem);
  expect(failed).toMatchObject({ status: 404, type: '/errors/not-found', traceId: expect.any(String) });
  const source = await (await fetch(`${url}/client.ts`)).text();
  expect(source).toContain('export type QuoteResponse = {');
  expect(source).not.toMatch(/^import /m);
  // A price may change between two requests, and then the list differs.
  const lists = async () =>
    new Set([await client.tokens({ chain: 'BTC' }), await client.tokens({ chain: 'BTC' })]).size;
  await expect.poll(lists).toBe(1);
});

test('a channel that is requested twice with one key is one answer, with another body 422, with a wrong key 400', async ({
  url,
  request,
}) => {
  const destinationAddress = createEvmPayer(url, 'ETH').address;
  const wish = { sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', destinationAddress, refundAddress: BTC_ADDRESS };
  const headers = { 'idempotency-key': `"channel-${destinationAddress}"` };
  const both = await Promise.all([0, 1].map(() => request.post(CHANNEL_PATH, { data: wish, headers })));
  const bodies = await Promise.all(both.map((answer) => answer.text()));
  expect(both.map((answer) => answer.status())).toEqual([200, 200]);
  expect(bodies[1]).toBe(bodies[0]);
  expect(both.map((answer) => answer.headers()['idempotency-replayed'] ?? 'first').sort()).toEqual(['first', 'true']);
  const other = await request.post(CHANNEL_PATH, { data: { ...wish, maxBoostFeeBps: 5 }, headers });
  expect([other.status(), (await other.json()).type]).toEqual([422, '/errors/idempotency-key-reused']);
  const wrong = await request.post(CHANNEL_PATH, { data: wish, headers: { 'idempotency-key': '"open' } });
  expect([wrong.status(), (await wrong.json()).errors[0].field]).toEqual([400, 'Idempotency-Key']);
});

test('providers: where each trades, which have stopped, how fast and since when they answer', async ({ url }) => {
  const client = createPortageClient({ baseUrl: url });
  await client.quote({ sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '0.1', slippage: 1 });
  const { providers } = await client.providers();
  const of = (id: string) => providers.find(({ provider }) => provider === id);
  expect(providers).toHaveLength(12);
  expect(of('THORCHAIN')).toMatchObject({ enabled: true, answering: true, since: expect.any(String) });
  expect(of('THORCHAIN')?.chains.sell).toEqual(expect.arrayContaining(['BTC', 'ETH', 'THOR']));
  expect(of('THORCHAIN')?.latency?.quotes).toBeGreaterThan(0);
  expect(of('JUPITER')?.chains).toEqual({ sell: ['SOL'], buy: ['SOL'] });
  expect(of('JUPITER->CHAINFLIP')?.chains.sell).toEqual(['SOL']);
  expect(of('JUPITER->CHAINFLIP')?.chains.buy).toContain('BTC');
  expect(of('CHAINFLIP')?.limits.find(({ asset }) => asset === 'BTC.BTC')?.least).toMatch(/^0\.\d+$/);
});

test('chains: number, native asset, kinds of payment, and whether they trade', async ({ url }) => {
  const { chains } = await createPortageClient({ baseUrl: url }).chains();
  expect(chains.find(({ id }) => id === 'BTC')).toMatchObject({
    networkId: 'bitcoin-regtest',
    native: { asset: 'BTC.BTC', decimals: 8 },
    payments: { txType: 'PSBT', memoBytes: 80 },
    state: 'trading',
  });
  expect(chains.find(({ id }) => id === 'KUJI')?.state).toBe('notTraded');
});

test('providers: a chain that one of them has paused is named until it is open again', { tag: '@long' }, async ({
  url,
}) => {
  const halted = async () => {
    const answer = providersResponseSchema.parse(await (await fetch(`${url}/v1/providers`)).json());
    return answer.providers.find(({ provider }) => provider === 'MAYACHAIN')?.halted.map(({ chain }) => chain) ?? [];
  };
  await sandbox.withFault({ target: 'mayanode', kind: 'pauseChain', chain: 'BTC' }, () =>
    expect.poll(halted, { timeout: 60_000 }).toContain('BTC'),
  );
  await expect.poll(halted, { timeout: 60_000 }).not.toContain('BTC');
});

test('a tracking stream that broke is resumed by the id of its last event', async ({ url }) => {
  const client = createPortageClient({ baseUrl: url });
  const { quoteId } = await client.quote({ sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '0.1', slippage: 1 });
  const open = async (headers: Record<string, string>) => {
    const stop = new AbortController();
    const answer = await fetch(`${url}/v1/track`, {
      method: 'POST',
      headers: { accept: 'text/event-stream', ...headers },
      body: JSON.stringify({ quoteId, routeIndex: 0 }),
      signal: stop.signal,
    });
    return { reader: answer.body?.getReader(), stop };
  };
  const begun = await open({});
  let text = '';
  while (!text.includes('\ndata: ')) text += new TextDecoder().decode((await begun.reader?.read())?.value);
  begun.stop.abort();
  const id = /^id: (.+)$/m.exec(text)?.[1] ?? '';
  expect(id).not.toBe('');

  const resumed = await open({ 'last-event-id': id });
  expect(new TextDecoder().decode((await resumed.reader?.read())?.value)).toBe(': portage\n\n');
  resumed.stop.abort();
});

test('docs for programs: llms.txt, a Markdown twin of each page, and a page for each type of error', async ({
  request,
  url,
}) => {
  const list = await (await request.get('/llms.txt')).text();
  const twins = [...list.matchAll(/\]\((http[^)]+\.md)\)/g)].map(([, address = '']) => address);
  expect(twins.length).toBeGreaterThan(10);
  const full = await (await request.get('/llms-full.txt')).text();
  for (const address of twins) {
    const twin = await request.get(address);
    expect(twin.status(), address).toBe(200);
    expect(twin.headers()['content-type']).toBe('text/markdown; charset=utf-8');
    const text = await twin.text();
    expect(full).toContain(text.trim());
    expect((await request.get(address.replace(/\.md$/, ''))).status(), address).toBe(200);
  }
  expect(await (await request.get('/docs/first-swap.md')).text()).toContain(`export PORTAGE=${url}`);
  const troubles = [
    await request.post('/v1/quote', { data: {} }),
    await request.get('/v1/nothing'),
    await request.get('/v1/track'),
    await request.post('/v1/track', { data: { quoteId: 'nobody-knows-it' } }),
    await request.post('/v1/quote', { data: `{"a":"${'x'.repeat(70_000)}"}` }),
  ];
  for (const trouble of troubles) {
    const { type } = await trouble.json();
    expect((await request.get(type)).status(), type).toBe(200);
  }
  expect((await request.get('/errors/no-such-error')).status()).toBe(404);
  expect((await request.get('/docs/no-such-guide')).status()).toBe(404);
  expect((await request.get('/docs/no-such-guide.md')).status()).toBe(404);
});

test('the deposit channel of the first guide opens as documented', async ({ request }) => {
  const guide = await (await request.get('/docs/first-swap.md')).text();
  const body = /chainflip-deposit-channel[\s\S]*?-d '(\{[\s\S]*?\})'/.exec(guide)?.[1] ?? '';
  const answer = await request.post(CHANNEL_PATH, { data: JSON.parse(body) });
  expect(answer.status()).toBe(200);
  expect(await answer.json()).toMatchObject({ refundAddress: expect.any(String), minimumDeposit: expect.any(String) });
  const quote = await request.post('/v1/quote', {
    data: {
      sellAsset: 'BTC.BTC',
      buyAsset: 'ETH.ETH',
      sellAmount: '0.1',
      slippage: 2,
      destinationAddress: ETH_ADDRESS,
    },
  });
  expect((await quote.json()).routes.length).toBeGreaterThan(0);
});
