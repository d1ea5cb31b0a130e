import { describe, expect, it } from 'vitest';
import { assetOf } from '../../domain/asset.ts';
import type { RouteDraft } from '../../domain/route.ts';
import type { TrackedLeg } from '../provider.ts';
import { createSharedReads } from './shared-reads.ts';
import { options, startBench } from './testing/bench.ts';
import { ALICE_BTC, ALICE_ETH, gardenDouble, NOW_MS, ORDER_ID, WBTC } from './testing/garden-double.ts';

const bench = startBench();
const never = () => new AbortController().signal;

describe('one order that many quotes hand out', () => {
  const amount = (id: string) => ({ asset: assetOf(id), decimals: 8, baseUnits: 1_000_000n });
  const [sell, buy] = [amount(`ETH.WBTC-${WBTC}`), amount('BTC.BTC')];
  const route: RouteDraft = {
    providers: ['GARDEN'],
    sell,
    expectedBuy: buy,
    guaranteedBuy: buy,
    sourceAddress: ALICE_ETH,
    destinationAddress: ALICE_BTC,
    fees: [],
    totalSlippageBps: 0,
    legs: [{ provider: 'GARDEN', sell, buy, buyAtMaxSlippage: buy }],
    warnings: [],
    pricesUsd: [],
    orderId: ORDER_ID,
  };
  const leg: TrackedLeg = { route, leg: 0, hash: '', chain: 'ETH', knownSince: NOW_MS };

  it('is read once when a hundred of them are observed together, and again at the next look', async () => {
    let now = NOW_MS;
    bench.answer(gardenDouble());
    const provider = bench.provider({}, { now: () => now });
    const together = () => Promise.all(Array.from({ length: 100 }, () => provider.track(leg, options())));
    for (const { stale } of await together()) expect(stale).toBe(false);
    expect(bench.upstream().calls).toHaveLength(1);
    now += 2000;
    await together();
    expect(bench.upstream().calls).toHaveLength(2);
  });

  it('is stale for all of them while Garden is unavailable, and for none as soon as it is back', async () => {
    const provider = bench.provider();
    bench.answer(() => ({ status: 500, body: 'no' }));
    const away = await Promise.all(Array.from({ length: 5 }, () => provider.track(leg, options())));
    expect(away.map(({ stale }) => stale)).toEqual(Array(5).fill(true));
    bench.answer(gardenDouble());
    expect((await provider.track(leg, options())).stale).toBe(false);
  });
});

describe('a shared read', () => {
  it('continues for the remaining callers when the first one leaves', async () => {
    const reads = createSharedReads(() => 0);
    let finish: (value: string) => void = () => undefined;
    const read = () => new Promise<string>((resolve) => (finish = resolve));
    const first = new AbortController();
    const left = reads.read('a', read, first.signal);
    const waiting = reads.read('a', read, never());
    await Promise.resolve();
    first.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    finish('answered');
    expect(await waiting).toBe('answered');
  });

  it('is repeated when the clock was set back, and keeps keys apart', async () => {
    let now = 10_000_000;
    let made = 0;
    const reads = createSharedReads(() => now);
    const ask = (key: string) => reads.read(key, async () => ++made, never());
    expect([await ask('a'), await ask('a'), await ask('b')]).toEqual([1, 1, 2]);
    now -= 3_600_000;
    expect(await ask('a')).toBe(3);
  });
});
