/**
 * The guarantees for programs beyond the interface: stored quotes, idempotent calls, resumed streams, reports on
 * providers and chains.
 */
import { describe, expect, it } from 'vitest';
import { chainsResponseSchema } from '../api/schemas/chains.ts';
import { providersResponseSchema } from '../api/schemas/providers.ts';
import { CHAIN_IDS } from '../domain/chain-id.ts';
import { switchedOff } from '../domain/switches.ts';
import { BTC_ADDRESS, ETH_ADDRESS } from '../quote/test-quotes.ts';
import { chainFacts } from './chain-facts.ts';
import { request, setUp } from './test-api-handlers.ts';

const HERE = 'http://127.0.0.1:3000';
type Fetch = ReturnType<typeof setUp>['fetchLike'];
const ask = (fetchLike: Fetch, body: unknown, headers: Record<string, string> = {}, path = '/v1/quote') =>
  fetchLike(`${HERE}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
const KEY = { 'idempotency-key': '"8e03978e-40d5-43dd-bc93-6894a57f9324"' };

describe('a stored quote', () => {
  it('is answered again to the letter, and not at all when the reader has it', async () => {
    const { fetchLike, client } = setUp();
    const sent = await (await ask(fetchLike, request)).text();
    const again = await fetchLike(`${HERE}/v1/quote/quote-1`);
    expect(await again.text()).toBe(sent);
    expect(again.headers.get('cache-control')).toBe('private, max-age=3600, immutable');
    const etag = again.headers.get('etag') ?? '';
    const known = await fetchLike(`${HERE}/v1/quote/quote-1`, { headers: { 'if-none-match': etag } });
    expect([known.status, await known.text()]).toEqual([304, '']);
    expect((await client.storedQuote('quote-1')).routes[0]?.destinationAddress).toBe(ETH_ADDRESS);
  });

  it('shows nothing of its request or of its provider’s tracking data', async () => {
    const { fetchLike } = setUp();
    await ask(fetchLike, { ...request, note: 'not for others' });
    const body = await (await fetchLike(`${HERE}/v1/quote/quote-1`)).text();
    expect(body).not.toMatch(/not for others|drafts|baseUnits/);
    expect(Object.keys(JSON.parse(body)).sort()).toEqual(['providerErrors', 'quoteId', 'routes']);
  });

  it.each(['quote-9', '%00'])('is 404 when missing: %s', async (id) => {
    const { fetchLike } = setUp();
    const answer = await fetchLike(`${HERE}/v1/quote/${id}`);
    expect([answer.status, (await answer.json()).type]).toEqual([404, '/errors/not-found']);
  });
});

describe('a quote with an Idempotency-Key', () => {
  it('is made once: repeated as JSON and as events it has the same quoteId', async () => {
    const { fetchLike } = setUp();
    const body = { ...request, includeTx: true };
    const first = await ask(fetchLike, body, KEY);
    const second = await ask(fetchLike, body, KEY);
    expect([first.headers.get('idempotency-replayed'), second.headers.get('idempotency-replayed')]).toEqual([
      null,
      'true',
    ]);
    const sent = await first.text();
    expect(await second.text()).toBe(sent);
    const stream = await ask(fetchLike, body, { ...KEY, accept: 'text/event-stream' });
    expect(await stream.text()).toContain(`event: quote\ndata: ${sent}\n\n`);
    expect((await (await ask(fetchLike, body)).json()).quoteId).toBe('quote-2');
  });

  it('is refused with another body, and with a key of another form', async () => {
    const { fetchLike } = setUp();
    await ask(fetchLike, request, KEY);
    const other = await ask(fetchLike, { ...request, slippage: 2 }, KEY);
    expect([other.status, (await other.json()).type]).toEqual([422, '/errors/idempotency-key-reused']);
    for (const path of ['/v1/quote', '/v1/chainflip-deposit-channel']) {
      const wrong = await ask(fetchLike, request, { 'idempotency-key': '"open' }, path);
      expect([wrong.status, (await wrong.json()).errors[0].field]).toEqual([400, 'Idempotency-Key']);
    }
  });

  it('keeps no faults: a corrected request may use the same key', async () => {
    const { fetchLike } = setUp();
    expect((await ask(fetchLike, { ...request, slippage: 101 }, KEY)).status).toBe(400);
    expect((await ask(fetchLike, request, KEY)).status).toBe(200);
  });
});

describe('a stream of tracking', () => {
  const firstEvent = async (fetchLike: Fetch, lastId?: string) => {
    const headers: Record<string, string> = { accept: 'text/event-stream' };
    if (lastId !== undefined) headers['last-event-id'] = lastId;
    const stop = new AbortController();
    const answer = await fetchLike(`${HERE}/v1/track`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ quoteId: 'quote-1' }),
      signal: stop.signal,
    });
    const reader = answer.body?.getReader();
    const decoder = new TextDecoder();
    let text = decoder.decode((await reader?.read())?.value);
    // The first event is read completely; no other comes while the swap is unpaid.
    stop.abort();
    for (let piece = await reader?.read(); piece?.value; piece = await reader?.read())
      text += decoder.decode(piece.value);
    return text;
  };

  it('names each state, and sends a client that resumes by that name only what is new', async () => {
    const { fetchLike } = setUp();
    await ask(fetchLike, request);
    const first = await firstEvent(fetchLike);
    const id = /^id: (.+)$/m.exec(first)?.[1];
    expect(first).toMatch(/^: portage\n\nevent: track\nid: [\w-]+\ndata: \{"success":true,/);
    expect(await firstEvent(fetchLike, id)).toBe(': portage\n\n');
    expect(await firstEvent(fetchLike, 'another')).toContain(`id: ${id}\n`);
  });
});

describe('GET /v1/providers', () => {
  it('reports all twelve, and after a quote how fast and since when they answer', async () => {
    const { fetchLike, client } = setUp();
    const before = providersResponseSchema.parse(await (await fetchLike(`${HERE}/v1/providers`)).json());
    expect(before.providers).toHaveLength(12);
    // A request for its tokens counts as one, but is not a quote.
    expect(before.providers[0]).toMatchObject({ answering: true });
    expect(before.providers[0]).not.toHaveProperty('latency');
    await client.quote({ ...request, sourceAddress: BTC_ADDRESS });
    const { providers } = await client.providers();
    const [thorchain] = providers;
    expect(thorchain).toMatchObject({
      provider: 'THORCHAIN',
      name: 'THORChain',
      enabled: true,
      answering: true,
      since: expect.stringMatching(/Z$/),
      latency: { quotes: 1, failures: 0 },
    });
    const off = providers.filter(({ enabled }) => !enabled);
    expect(off.map(({ provider }) => provider)).toContain('CHAINFLIP');
    for (const one of off) expect(one).toMatchObject({ reason: expect.any(String), chains: { sell: [], buy: [] } });
  });

  it('is answered without the ledger while the database is away', async () => {
    const away = () => Promise.reject(new Error('connection refused'));
    const { providers } = await setUp({}, [], { ledgerSince: away, switches: away }).client.providers();
    expect(providers.find(({ provider }) => provider === 'THORCHAIN')).toMatchObject({ enabled: true });
    expect(providers.filter((one) => 'ledger' in one)).toEqual([]);
  });
});

describe('GET /v1/chains', () => {
  it('reports each chain by its definition: number, native asset, kinds of payment, and whether it trades', async () => {
    const { client } = setUp();
    const { chains } = await client.chains();
    expect(chains.map(({ id }) => id)).toEqual(CHAIN_IDS);
    const of = (wanted: string) => chains.find(({ id }) => id === wanted);
    expect(of('BTC')).toMatchObject({
      networkId: 'bitcoin-regtest',
      native: { asset: 'BTC.BTC', symbol: 'BTC', decimals: 8 },
      confirmations: 1,
      blockSeconds: 600,
      payments: { txType: 'PSBT', memoBytes: 80, linkScheme: 'bitcoin' },
      state: 'trading',
    });
    // The sandbox has no explorer.
    expect(of('BTC')).not.toHaveProperty('explorer');
    expect(of('ETH')?.payments).toEqual({ txType: 'EVM', memoBytes: expect.any(Number) });
    expect(of('KUJI')?.state).toBe('notTraded');
    expect(of('MATIC')?.native).toMatchObject({ asset: 'MATIC.MATIC', symbol: 'POL' });
  });
});

describe('the facts of a chain', () => {
  const stopped = { by: ['MAYACHAIN' as const], reason: 'Maya has stopped.' };
  const off = switchedOff([{ kind: 'chain', id: 'LTC', why: 'Maintenance', at: 0 }]);
  const states = [
    { chain: 'BTC' as const, tradable: true, partly: stopped },
    { chain: 'ETH' as const, tradable: true, paused: stopped },
    { chain: 'LTC' as const, tradable: true },
    { chain: 'SOL' as const, tradable: true, unheard: true as const },
  ];

  it('tell why it does not simply trade, and on mainnet its explorer', () => {
    const { chains, updatedAt } = chainFacts({ chains: states, at: 0 }, 'mainnet', off);
    expect(chains.map(({ state, reason }) => [state, reason])).toEqual([
      ['partlyPaused', 'Maya has stopped.'],
      ['paused', 'Maya has stopped.'],
      ['switchedOff', 'This deployment has switched swaps from and to LTC off for now: Maintenance.'],
      ['unknown', undefined],
    ]);
    expect(chains[1]).toMatchObject({ networkId: 1, explorer: { tx: 'https://etherscan.io/tx/{hash}' } });
    expect(chainsResponseSchema.parse({ chains, updatedAt }).updatedAt).toBe('1970-01-01T00:00:00.000Z');
  });
});
