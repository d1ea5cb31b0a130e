/** Readers of the ledger get the same figures everywhere, and cost the database one question in half a minute. */
import { expect, it, vi } from 'vitest';
import { providersResponseSchema } from '../api/schemas/providers.ts';
import type { LedgerEntry } from '../domain/ledger.ts';
import { createProviderHealth } from '../provider-health/provider-health.ts';
import { draftOf } from '../tracking/test-world.ts';
import { createLedgerReports } from './ledger-reports.ts';
import { providerFacts } from './provider-facts.ts';

const NOW = 1_790_000_000_000;
const HOUR_MS = 3_600_000;
const entry = (over: Partial<LedgerEntry>): LedgerEntry => ({
  ...{ id: 'a', endedAt: NOW, status: 'completed', provider: 'THORCHAIN', sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH' },
  ...{ size: 'under1000', way: 'transaction', quoted: '10', guaranteed: '9.7', received: '10' },
  ...{ promised: { total: 600 }, took: { total: 300 } },
  ...over,
});
const times = (count: number, over: Partial<LedgerEntry>) => Array.from({ length: count }, () => entry(over));
const ENTRIES = [
  ...times(5, {}),
  ...times(4, { provider: 'CHAINFLIP', sellAsset: 'ETH.ETH', buyAsset: 'BTC.BTC', way: 'deposit' }),
  ...times(3, { provider: 'CHAINFLIP', way: 'deposit', endedAt: NOW - 48 * HOUR_MS }),
];

function reports(read: () => Promise<LedgerEntry[]> = async () => ENTRIES) {
  const clock = { now: NOW };
  const asked: number[] = [];
  const store = {
    ledgerSince: (since: number) => {
      asked.push(since);
      return read();
    },
  };
  return { clock, asked, reports: createLedgerReports({ store, now: () => clock.now }) };
}

it('groups by provider, pair, size and way of payment, and leaves out what has too few swaps in that time', async () => {
  const { spans } = await reports().reports.report();
  const keys = (groups: { key: string }[]) => groups.map(({ key }) => key);
  expect(spans.day.all?.swaps).toBe(9);
  expect(keys(spans.day.provider)).toEqual(['THORCHAIN']);
  expect(keys(spans.month.provider)).toEqual(['CHAINFLIP', 'THORCHAIN']);
  expect(keys(spans.month.pair)).toEqual(['BTC.BTC ETH.ETH']);
  expect(keys(spans.month.size)).toEqual(['under1000']);
  expect(keys(spans.month.way)).toEqual(['deposit', 'transaction']);
});

it('gives GET /v1/providers the times in which a provider has enough swaps', async () => {
  const records = await reports().reports.records();
  const status = (['THORCHAIN', 'CHAINFLIP', 'JUPITER'] as const).map((provider) => ({ provider, asked: true }));
  const health = createProviderHealth(() => NOW);
  const body = providerFacts({ status, providers: [], tokens: [], upstreamReports: [], health, records, now: NOW });
  const of = (id: string) => providersResponseSchema.parse(body).providers.find(({ provider }) => provider === id);
  expect(Object.keys(of('THORCHAIN')?.ledger ?? {})).toEqual(['day', 'week', 'month']);
  expect(Object.keys(of('CHAINFLIP')?.ledger ?? {})).toEqual(['week', 'month']);
  expect(of('CHAINFLIP')?.ledger?.week).toMatchObject({ swaps: 7, seconds: { p50: 300 }, pace: { p95: 50 } });
  expect(of('JUPITER')).not.toHaveProperty('ledger');
});

it('reads 30 days at most every half minute, and again at once after a failure', async () => {
  let fails = true;
  const {
    clock,
    asked,
    reports: ledger,
  } = reports(() => (fails ? Promise.reject(new Error('away')) : Promise.resolve([])));
  await expect(ledger.report()).rejects.toThrow('away');
  fails = false;
  await Promise.all([ledger.report(), ledger.records()]);
  expect(asked).toEqual([NOW - 720 * HOUR_MS, NOW - 720 * HOUR_MS]);
  clock.now += 30_001;
  await ledger.report();
  expect(asked).toHaveLength(3);
});

it('tells of a route what was last read, and waits for nothing', async () => {
  const { reports: ledger } = reports();
  const draft = draftOf();
  expect(ledger.recordOf(draft)).toBeUndefined();
  await ledger.report();
  expect(ledger.recordOf(draft)).toEqual({ swaps: 5, medianSeconds: 300, asQuotedPercent: 100 });
});

it('gives providers their last known records while the database is away, and none before it was read', async () => {
  let away = true;
  const { clock, reports: ledger } = reports(() =>
    away ? Promise.reject(new Error('away')) : Promise.resolve(ENTRIES),
  );
  expect((await ledger.records()).size).toBe(0);
  away = false;
  await ledger.report();
  away = true;
  clock.now += HOUR_MS;
  expect([...(await ledger.records()).keys()]).toEqual(['THORCHAIN', 'CHAINFLIP']);
});

it('gives providers no records while the database does not answer at all', async () => {
  vi.useFakeTimers({ now: NOW });
  try {
    const ledger = createLedgerReports({
      store: { ledgerSince: () => new Promise(() => undefined) },
      now: () => Date.now(),
    });
    const records = ledger.records();
    await vi.advanceTimersByTimeAsync(1000);
    expect((await records).size).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it('reads anew by a timer while routes are quoted, so that no quote does', async () => {
  vi.useFakeTimers({ now: NOW });
  try {
    let read = 0;
    const store = { ledgerSince: async () => times(5 + read++, {}) };
    const ledger = createLedgerReports({ store, now: () => Date.now() });
    ledger.recordOf(draftOf());
    await vi.advanceTimersByTimeAsync(29_000);
    expect([read, ledger.recordOf(draftOf())?.swaps]).toEqual([1, 5]);
    await vi.advanceTimersByTimeAsync(2_000);
    // The question that finds the new reading did not cause it.
    expect([read, ledger.recordOf(draftOf())?.swaps]).toEqual([2, 6]);
    await vi.advanceTimersByTimeAsync(3 * HOUR_MS);
    const afterwards = read;
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(read).toBe(afterwards);
  } finally {
    vi.useRealTimers();
  }
});
