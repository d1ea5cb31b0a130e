import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { amountOf } from '../quote/test-quotes.ts';
import { createProviderRecord, WINDOW_MS } from './provider-record.ts';

const setUp = () => {
  const clock = { now: 1_800_000_000_000 };
  return { clock, record: createProviderRecord(() => clock.now) };
};
type Route = Parameters<ReturnType<typeof createProviderRecord>['offered']>[0];
const routeOf = (provider: string, sellAsset: string, meta: Partial<Route['meta']>) =>
  ({ providers: [provider], sellAsset, meta: { tags: [], ...meta } }) as unknown as Route;

describe('the record of how providers answered', () => {
  it('knows nothing of who was never asked', () => {
    expect(setUp().record.of('GARDEN')).toEqual({ limits: [] });
  });

  it('tells since when a provider answers or not: refusing an amount is an answer, silence is not', () => {
    const { clock, record } = setUp();
    const start = clock.now;
    record.asked({ provider: 'CHAINFLIP', ms: 10 });
    clock.now += 1000;
    record.asked({ provider: 'CHAINFLIP', ms: 10, code: 'swapAmountTooSmall' });
    expect(record.of('CHAINFLIP').standing).toEqual({ answering: true, since: start });
    clock.now += 1000;
    record.asked({ provider: 'CHAINFLIP', ms: 8000, code: 'providerQuoteTimeout' });
    clock.now += 1000;
    record.asked({ provider: 'CHAINFLIP', ms: 8000, code: 'httpError' });
    expect(record.of('CHAINFLIP').standing).toEqual({ answering: false, since: start + 2000 });
    expect(record.of('CHAINFLIP').latency).toMatchObject({ quotes: 4, failures: 2 });
    expect(record.of('THORCHAIN').standing).toBeUndefined();
  });

  it('forgets latencies after the window, but not since when a provider answers', () => {
    const { clock, record } = setUp();
    record.asked({ provider: 'JUPITER', ms: 50 });
    clock.now += WINDOW_MS + 1;
    expect(record.of('JUPITER')).toMatchObject({ standing: { answering: true } });
    expect(record.of('JUPITER').latency).toBeUndefined();
  });

  it('takes the least from a refusal that names it, and keeps the most that was known', () => {
    const { record } = setUp();
    const channel = { minimumDeposit: '0.0004', maximumDeposit: '5', retrySeconds: 1 };
    record.offered(routeOf('CHAINFLIP', 'BTC.BTC', { depositChannel: channel }));
    const least = amountOf('0.0007', 'BTC.BTC');
    record.asked({ provider: 'CHAINFLIP', ms: 9, code: 'swapAmountTooSmall', least });
    expect(record.of('CHAINFLIP').limits).toEqual([{ asset: 'BTC.BTC', least: '0.0007', most: '5' }]);
  });

  it('reads the least and the most from offered routes, the newest word standing', () => {
    const { record } = setUp();
    record.offered(routeOf('THORCHAIN', 'BTC.BTC', { recommendedMinimum: '0.001' }));
    record.offered(routeOf('THORCHAIN', 'BTC.BTC', { recommendedMinimum: '0.002' }));
    const channel = { minimumDeposit: '0.0004', maximumDeposit: '5', retrySeconds: 1 };
    record.offered(routeOf('CHAINFLIP', 'BTC.BTC', { depositChannel: channel }));
    record.offered(routeOf('ONEINCH', 'ETH.ETH', {}));
    expect(record.of('THORCHAIN').limits).toEqual([{ asset: 'BTC.BTC', least: '0.002' }]);
    expect(record.of('CHAINFLIP').limits).toEqual([{ asset: 'BTC.BTC', least: '0.0004', most: '5' }]);
    expect(record.of('ONEINCH').limits).toEqual([]);
  });

  property.prop([fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 300 })])(
    'has percentiles that really occurred, the higher never below the lower',
    (times) => {
      const { record } = setUp();
      for (const ms of times) record.asked({ provider: 'ONEINCH', ms });
      const { latency } = record.of('ONEINCH');
      expect(times).toContain(latency?.p50Ms);
      expect(times).toContain(latency?.p95Ms);
      expect(latency?.p95Ms).toBeGreaterThanOrEqual(latency?.p50Ms ?? 0);
      expect(times.filter((ms) => ms <= (latency?.p95Ms ?? -1)).length).toBeGreaterThanOrEqual(times.length * 0.95);
    },
  );
});
