/** Metrics are readable on this machine or with the token, and a failing database never delays them. */
import { expect, it } from 'vitest';
import { isProblem } from '../api/problem.ts';
import { assertMayRead, databaseFacts } from './answer-metrics.ts';

const TOKEN = 'a-token-of-16-ch';
const asking = (address: string, headers: Record<string, string> = {}) =>
  new Request('http://127.0.0.1:3000/metrics', {
    headers: { 'x-portage-client-address': address, 'x-portage-proxied': 'false', ...headers },
  });
function status(request: Request, token?: string): number {
  try {
    assertMayRead(request, token);
    return 200;
  } catch (error) {
    if (isProblem(error)) return error.status;
    throw error;
  }
}

it.each([
  ['127.0.0.1', 200],
  ['127.1.2.3', 200],
  ['::1', 200],
  ['::ffff:127.0.0.1', 200],
  ['10.0.0.1', 404],
  ['127.0.0.1.example', 404],
  ['::ffff:10.0.0.1', 404],
  ['', 404],
])('without a token answers %j with %i', (address, expected) => {
  expect(status(asking(address))).toBe(expected);
});

it('without a token refuses a request through a proxy, this machine’s own included', () => {
  expect(status(asking('127.0.0.1', { 'x-portage-proxied': 'true' }))).toBe(404);
  expect(status(new Request('http://127.0.0.1/metrics', { headers: { 'x-portage-client-address': '::1' } }))).toBe(404);
});

it.each(['public.example', 'rebind.example:3000', '192.0.2.1', 'localhost.example', ''])(
  'without a token refuses a request under the name %j, whatever the socket’s address',
  (host) => {
    expect(status(asking('127.0.0.1', { host }))).toBe(404);
  },
);

it('with a token requires it from everyone', () => {
  for (const address of ['127.0.0.1', '203.0.113.9']) {
    expect(status(asking(address, { authorization: `Bearer ${TOKEN}` }), TOKEN)).toBe(200);
    for (const authorization of [
      '',
      TOKEN,
      `Basic ${TOKEN}`,
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(1)}`,
      'Bearer ',
    ])
      expect(status(asking(address, { authorization }), TOKEN)).toBe(403);
    expect(status(asking(address), TOKEN)).toBe(403);
  }
});

it('reports that the database is down instead of failing', async () => {
  const broken = { ping: () => Promise.reject(new Error('gone')), countOpenSwaps: async () => ({}) };
  expect(await databaseFacts(broken)).toEqual({ up: false });
  const well = { ping: async () => undefined, countOpenSwaps: async () => ({ pending: 2 }) };
  expect(await databaseFacts(well)).toMatchObject({ up: true, open: { pending: 2 } });
});
