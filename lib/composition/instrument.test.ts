/** A provider's counts match its behaviour, and instrumentation leaves its answers unchanged. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ProviderError } from '../domain/errors.ts';
import { metricsState } from '../http/metrics.ts';
import { metricsText } from '../http/metrics-text.ts';
import { createProviderHealth } from '../provider-health/provider-health.ts';
import type { Provider } from '../providers/provider.ts';
import { providerOf } from '../quote/test-quotes.ts';
import { countUpstream, instrumentProviders } from './instrument.ts';

const counted = () =>
  metricsText(metricsState)
    .split('\n')
    .filter((line) => /^portage_(provider_calls|upstream_requests)_total/.test(line));

const health = createProviderHealth(() => Date.now());
const wrap = (quote: Provider['quote']): Provider => {
  const [one] = instrumentProviders([providerOf('THORCHAIN', quote)], health);
  if (!one) throw new Error('no provider');
  return one;
};
const REQUEST = { providerId: 'THORCHAIN' } as Parameters<Provider['quote']>[0];
const call = (provider: Provider, options: Parameters<Provider['quote']>[1]) => provider.quote(REQUEST, options);
const never = () => new AbortController().signal;

beforeEach(() => {
  for (const all of Object.values(metricsState)) all.clear();
});

describe('a provider’s call', () => {
  it('is counted by its answer, which stays unchanged', async () => {
    const error = new ProviderError('tradingHalted', 'THORChain has paused.');
    expect(
      await call(
        wrap(async () => []),
        { signal: never() },
      ),
    ).toEqual([]);
    await expect(
      call(
        wrap(() => Promise.reject(error)),
        { signal: never() },
      ),
    ).rejects.toBe(error);
    await expect(
      call(
        wrap(() => Promise.reject(new Error('bug'))),
        { signal: never() },
      ),
    ).rejects.toThrow('bug');
    expect(counted()).toEqual(
      ['ok', 'tradingHalted', 'unknownError'].map(
        (outcome) => `portage_provider_calls_total{provider="THORCHAIN",call="quote",outcome="${outcome}"} 1`,
      ),
    );
  });

  it('that never answers is counted once its time is up, and only once', async () => {
    const time = new AbortController();
    let settle: (routes: []) => void = () => undefined;
    const hanging = new Promise<[]>((resolve) => {
      settle = resolve;
    });
    const answer = call(
      wrap(() => hanging),
      { signal: time.signal, budgetMs: 0 },
    );
    time.abort();
    expect(counted().join()).toContain('outcome="providerQuoteTimeout"} 1');
    settle([]);
    await answer;
    expect(counted()).toHaveLength(1);
  });

  it('that shares its signal with many others leaves no listener on it', async () => {
    const { signal } = new AbortController();
    const listened: string[] = [];
    signal.addEventListener = (type: string) => void listened.push(type);
    const one = wrap(async () => []);
    await Promise.all(Array.from({ length: 20 }, () => one.tokens({ signal })));
    expect(listened).toEqual([]);
  });

  it('that was abandoned is not counted as a failure', () => {
    const gone = new AbortController();
    void call(
      wrap(() => new Promise(() => undefined)),
      { signal: gone.signal, budgetMs: 60_000 },
    );
    gone.abort();
    expect(counted().join()).toContain('outcome="abandoned"} 1');
  });
});

it('counts the requests that adapters log, and no other line', () => {
  countUpstream({ event: 'upstream', upstream: 'THORNode', status: 200 });
  countUpstream({ event: 'request', status: 200 });
  expect(counted()).toEqual(['portage_upstream_requests_total{upstream="THORNode",status="200"} 1']);
});

it('records the age of an upstream’s last answer, and counts no failure as an answer', () => {
  const asked = (path: string, more: Record<string, unknown>) =>
    countUpstream({ event: 'upstream', upstream: 'THORNode', path, ...more });
  asked('/pools', { status: 200 });
  asked('/pools', { status: 200 });
  asked('/mimir', { status: 503 });
  asked('/lastblock', { status: 200, fault: 'unusable' });
  const ages = metricsText(metricsState).match(/^portage_snapshot_age_seconds\{.*/gm) ?? [];
  expect(ages).toHaveLength(1);
  expect(ages[0]).toMatch(/^portage_snapshot_age_seconds\{upstream="THORNode",path="\/pools"\} [\d.e-]+$/);
});
