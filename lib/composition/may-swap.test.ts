/** Nothing payable is answered to a denied address, to a denied country, or under maintenance; tracking goes on. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Switch, switchedOff } from '../domain/switches.ts';
import { BTC_ADDRESS, ETH_ADDRESS } from '../quote/test-quotes.ts';
import { createMaySwap } from './may-swap.ts';
import { request, setUp } from './test-api-handlers.ts';

const denied = new Set<string>();
const asked: string[] = [];
const service = createServer(async (incoming, response) => {
  let body = '';
  for await (const chunk of incoming) body += chunk;
  const { role, address } = JSON.parse(body) as { role: string; address: string };
  asked.push(`${role} ${address}`);
  response.end(JSON.stringify(denied.has(address) ? { decision: 'deny', code: 'list' } : { decision: 'allow' }));
});
let screened: Record<string, string> = {};
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  screened = { SCREENING_URL: `http://127.0.0.1:${port}`, SCREENING_CACHE_SECONDS: '0' };
});
afterAll(() => void service.close());

const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
const at = (path: string) => `http://127.0.0.1:3000${path}`;
const problemOf = async (answer: Response) => ({ status: answer.status, ...((await answer.json()) as object) });

const channel = { ...request, sourceAddress: undefined, refundAddress: BTC_ADDRESS };
const REFUSED = {
  status: 403,
  type: '/errors/address-refused',
  errors: [{ field: 'destinationAddress', code: 'list' }],
};

describe('an address that the screening denies', () => {
  it('gets no quote, whole or as a stream, and no stored quote of before', async () => {
    const { fetchLike } = setUp(screened);
    expect((await fetchLike(at('/v1/quote'), post(request))).status).toBe(200);
    expect((await fetchLike(at('/v1/quote/quote-1'))).status).toBe(200);
    denied.add(ETH_ADDRESS);
    for (const headers of [{}, { accept: 'text/event-stream' }, { 'idempotency-key': '"k"' }] as Record<
      string,
      string
    >[])
      expect(await problemOf(await fetchLike(at('/v1/quote'), post(request, headers)))).toMatchObject(REFUSED);
    expect(await problemOf(await fetchLike(at('/v1/quote/quote-1')))).toMatchObject(REFUSED);
    expect((await fetchLike(at('/v1/track'), post({ quoteId: 'quote-1', routeIndex: 0 }))).status).toBe(200);
    denied.clear();
  });

  it('is asked about once for each role, and nobody is asked for prices without addresses', async () => {
    const { fetchLike } = setUp(screened);
    asked.length = 0;
    await fetchLike(at('/v1/quote'), post({ ...request, sourceAddress: undefined, destinationAddress: undefined }));
    expect(asked).toEqual([]);
    await fetchLike(at('/v1/quote'), post({ ...request, refundAddress: BTC_ADDRESS }));
    expect(asked.toSorted()).toEqual([`destination ${ETH_ADDRESS}`, `refund ${BTC_ADDRESS}`, `source ${BTC_ADDRESS}`]);
  });

  it('takes no place of the quotes under way', async () => {
    const { fetchLike } = setUp({ ...screened, QUOTES_AT_ONCE: '4' });
    denied.add(ETH_ADDRESS);
    for (let time = 0; time < 3; time += 1) expect((await fetchLike(at('/v1/quote'), post(request))).status).toBe(403);
    denied.clear();
    expect((await fetchLike(at('/v1/quote'), post(request))).status).toBe(200);
  });
});

const SWITCH: Switch = { kind: 'maintenance', id: 'MAINTENANCE', why: 'We move to a new machine.', at: 1 };

describe('maintenance', () => {
  it('refuses quotes, channels and orders with the operator’s sentence, while tracking goes on', async () => {
    const before = setUp();
    const { quoteId } = await before.client.quote(request);
    expect(quoteId).toBe('quote-1');
    const { fetchLike } = setUp({}, [SWITCH]);
    const paths = { '/v1/quote': request, '/v1/chainflip-deposit-channel': channel, '/garden/quote-1/0': {} };
    for (const [path, body] of Object.entries(paths)) {
      const answer = await fetchLike(at(path), post(body));
      expect(answer.headers.get('retry-after'), path).toBe('60');
      expect(await problemOf(answer), path).toMatchObject({
        status: 503,
        type: '/errors/maintenance',
        detail: 'We move to a new machine.',
        sentence: 'We move to a new machine.',
      });
    }
    expect((await fetchLike(at('/v1/tokens'))).status).toBe(200);
    expect((await fetchLike(at('/v1/track'), post({ quoteId: 'unknown' }))).status).toBe(404);
  });

  it('has a sentence of its own, which the page replaces by one in the reader’s language', async () => {
    const { fetchLike } = setUp({}, [{ ...SWITCH, why: '' }]);
    const problem = await problemOf(await fetchLike(at('/v1/quote'), post(request)));
    expect(problem).toMatchObject({ detail: expect.stringContaining('under maintenance') });
    expect(problem).not.toHaveProperty('sentence');
  });
});

describe('a denied country', () => {
  const settings = (denies: string) => ({
    access: { trustedProxies: ['10.0.0.0/8'] } as never,
    guard: { screening: undefined, deniedCountries: new Set(denies.split(',')), countryHeader: 'cf-ipcountry' },
  });
  const from = (peer: string, country: string) => ({
    headers: new Headers({ 'x-portage-client-address': peer, 'cf-ipcountry': country }),
  });
  const on = { current: async () => switchedOff([]) };

  it('is refused by a trusted proxy’s word, and nobody else’s', async () => {
    const assertMaySwap = createMaySwap(settings('KP,IR'), on);
    await expect(assertMaySwap(from('10.0.0.1', 'kp'))).rejects.toMatchObject({
      status: 403,
      title: 'Country Refused',
    });
    await expect(assertMaySwap(from('10.0.0.1', 'DE'))).resolves.toBeDefined();
    await expect(assertMaySwap(from('203.0.113.7', 'KP'))).resolves.toBeDefined();
  });

  it('may be the unknown one, which closes the door to those who come past the proxy', async () => {
    const assertMaySwap = createMaySwap(settings('XX'), on);
    await expect(assertMaySwap(from('203.0.113.7', 'DE'))).rejects.toMatchObject({ status: 403 });
    await expect(assertMaySwap(from('10.0.0.1', 'DE'))).resolves.toBeDefined();
  });
});
