import { describe, expect, it } from 'vitest';
import { fc, property } from '../domain/test-property.ts';
import { amountOf } from '../quote/test-quotes.ts';
import { createProviderHealth, type ProviderCall, WINDOW_MS } from './provider-health.ts';

const setUp = () => {
  const clock = { now: 1_800_000_000_000 };
  const health = createProviderHealth(() => clock.now);
  const quoted = (call: Omit<ProviderCall, 'call' | 'outcome'> & { outcome?: string }) =>
    health.called({ call: 'quote', outcome: 'ok', ...call });
  return { clock, health, quoted };
};
type Route = Parameters<ReturnType<typeof createProviderHealth>['offered']>[0];
const routeOf = (provider: string, sellAsset: string, meta: Partial<Route['meta']>) =>
  ({ providers: [provider], sellAsset, meta: { tags: [], ...meta } }) as unknown as Route;

describe('provider health', () => {
  it('is unknown for a provider that was never asked', () => {
    const { health } = setUp();
    expect(health.standingOf('GARDEN')).toEqual({ standing: 'unknown' });
    expect([health.latencyOf('GARDEN'), health.limitsOf('GARDEN')]).toEqual([undefined, []]);
  });

  it('reports since when a provider answers or not: refusing an amount is an answer, silence is not', () => {
    const { clock, health, quoted } = setUp();
    const start = clock.now;
    quoted({ provider: 'CHAINFLIP', ms: 10 });
    clock.now += 1000;
    quoted({ provider: 'CHAINFLIP', ms: 10, outcome: 'swapAmountTooSmall' });
    expect(health.standingOf('CHAINFLIP').answering).toEqual({ is: true, since: start });
    clock.now += 1000;
    quoted({ provider: 'CHAINFLIP', ms: 8000, outcome: 'providerQuoteTimeout' });
    clock.now += 1000;
    quoted({ provider: 'CHAINFLIP', ms: 8000, outcome: 'httpError' });
    expect(health.standingOf('CHAINFLIP').answering).toEqual({ is: false, since: start + 2000 });
    expect(health.latencyOf('CHAINFLIP')).toMatchObject({ quotes: 4, failures: 2 });
    expect(health.standingOf('THORCHAIN').answering).toBeUndefined();
  });

  it('forgets latencies after the window, but not since when a provider answers', () => {
    const { clock, health, quoted } = setUp();
    quoted({ provider: 'JUPITER', ms: 50 });
    clock.now += WINDOW_MS + 1;
    expect(health.standingOf('JUPITER')).toMatchObject({ standing: 'answering', answering: { is: true } });
    expect(health.latencyOf('JUPITER')).toBeUndefined();
  });

  it('takes the minimum from a refusal that names it, and keeps the known maximum', () => {
    const { health, quoted } = setUp();
    const channel = { minimumDeposit: '0.0004', maximumDeposit: '5', retrySeconds: 1 };
    health.offered(routeOf('CHAINFLIP', 'BTC.BTC', { depositChannel: channel }));
    const least = amountOf('0.0007', 'BTC.BTC');
    quoted({ provider: 'CHAINFLIP', ms: 9, outcome: 'swapAmountTooSmall', least });
    expect(health.limitsOf('CHAINFLIP')).toEqual([{ asset: 'BTC.BTC', least: '0.0007', most: '5' }]);
  });

  it('reads the minimum and the maximum from offered routes, and the newest one counts', () => {
    const { health } = setUp();
    health.offered(routeOf('THORCHAIN', 'BTC.BTC', { recommendedMinimum: '0.001' }));
    health.offered(routeOf('THORCHAIN', 'BTC.BTC', { recommendedMinimum: '0.002' }));
    const channel = { minimumDeposit: '0.0004', maximumDeposit: '5', retrySeconds: 1 };
    health.offered(routeOf('CHAINFLIP', 'BTC.BTC', { depositChannel: channel }));
    health.offered(routeOf('ONEINCH', 'ETH.ETH', {}));
    expect(health.limitsOf('THORCHAIN')).toEqual([{ asset: 'BTC.BTC', least: '0.002' }]);
    expect(health.limitsOf('CHAINFLIP')).toEqual([{ asset: 'BTC.BTC', least: '0.0004', most: '5' }]);
    expect(health.limitsOf('ONEINCH')).toEqual([]);
  });

  property([fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 300 })])(
    'has percentiles that really occurred, the higher never below the lower',
    (times) => {
      const { health, quoted } = setUp();
      for (const ms of times) quoted({ provider: 'ONEINCH', ms });
      const latency = health.latencyOf('ONEINCH');
      expect(times).toContain(latency?.p50Ms);
      expect(times).toContain(latency?.p95Ms);
      expect(latency?.p95Ms).toBeGreaterThanOrEqual(latency?.p50Ms ?? 0);
      expect(times.filter((ms) => ms <= (latency?.p95Ms ?? -1)).length).toBeGreaterThanOrEqual(times.length * 0.95);
    },
  );
});
