/** If these fail, a deployment asks the public nodes more than its guide says, and they block it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clientsWith } from '../../chain-clients/test-clients.ts';
import { assetOf } from '../../domain/asset.ts';
import { createThorFamily } from './index.ts';
import { ALICE_ETH, BOB_BTC, NOW_MS, nodeDouble, objectFixture, request } from './testing/node-double.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS });
});
afterEach(() => {
  vi.useRealTimers();
});

function counted(variant: 'thor' | 'maya') {
  const paths: string[] = [];
  const provider = createThorFamily({
    variant,
    nodeUrls: ['http://node'],
    midgardUrls: ['http://midgard'],
    network: 'mainnet',
    clients: clientsWith(),
    now: Date.now,
    log: () => undefined,
    fetch: async (input) => {
      const { pathname: path, searchParams: query } = new URL(String(input));
      paths.push(path.replace(/^\/(thor|maya)chain/, ''));
      const answers = { blockAt: Date.now(), status: objectFixture('thor-tx-status-pending') };
      const reply = nodeDouble(variant, answers)({ method: 'GET', path, query, body: '' });
      return Response.json(reply?.json ?? null, { status: reply?.status ?? 200 });
    },
  });
  const options = () => ({ signal: new AbortController().signal });
  const calls = async (work: () => unknown): Promise<string[]> => {
    paths.length = 0;
    await work();
    return [...paths].sort();
  };
  return { provider, options, calls };
}

const MINUTE_MS = 60_000;
const pairs = {
  thor: request(),
  maya: request({
    providerId: 'MAYACHAIN',
    sellAsset: assetOf('ETH.ETH'),
    buyAsset: assetOf('BTC.BTC'),
    sourceAddress: ALICE_ETH,
    destinationAddress: BOB_BTC,
    sellAmount: '0.01',
  }),
};

it.each([
  ['thor', 18],
  ['maya', 15],
] as const)(
  '%s: a quote is one call, and a known number a minute go on for five minutes after it; then none',
  async (variant, aMinute) => {
    const { provider, options, calls } = counted(variant);
    const idle = () => vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(await calls(idle)).toEqual([]);
    await provider.quote(pairs[variant], options());
    expect(await calls(() => provider.quote(pairs[variant], options()))).toEqual(['/quote/swap']);
    expect(await calls(idle)).toHaveLength(aMinute);
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
    expect(await calls(idle)).toEqual([]);
  },
);

it('a look at an open swap is its status, and its stream while one runs', async () => {
  const { provider, options, calls } = counted('thor');
  const [route] = await provider.quote(pairs.thor, options());
  if (!route) throw new Error('no route');
  const leg = { route, leg: 0, hash: 'A'.repeat(64), chain: 'BTC' as const, knownSince: NOW_MS };
  const asked = await calls(() => provider.track(leg, options()));
  expect(asked.map((path) => path.replace(/[A-F0-9]{64}$/, ':hash'))).toEqual([
    '/swap/streaming/:hash',
    '/tx/status/:hash',
  ]);
});
