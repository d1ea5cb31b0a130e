/** What is shown of finished swaps is right, and names nobody. */
import { expect, it } from 'vitest';
import { assetOf } from './asset.ts';
import { entriesIn, groupedBy, type LedgerEntry, ledgerFigures, recordOf, routeRecords, sizeOf } from './ledger.ts';
import type { RouteDraft } from './route.ts';

const NOW = 1_790_000_000_000;
const entry = (over: Partial<LedgerEntry> = {}): LedgerEntry => ({
  ...{ id: 'a', endedAt: NOW, status: 'completed', provider: 'THORCHAIN', sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH' },
  ...{ size: 'under1000', way: 'transaction', quoted: '10', guaranteed: '9.7', received: '10' },
  ...{ promised: { total: 600 }, took: { total: 600 } },
  ...over,
});
const many = (count: number, of: (index: number) => Partial<LedgerEntry>) =>
  Array.from({ length: count }, (_none, index) => entry(of(index)));

it('fewer than five swaps are not shown, nor is what fewer than five of them have', () => {
  expect(ledgerFigures(many(4, () => ({})))).toBeUndefined();
  const refunds = many(5, (n) => ({ status: 'refunded', reasonCode: n < 4 ? 'priceLimit' : 'halted' }));
  expect(ledgerFigures(refunds)).toEqual({ swaps: 5, completed: 0, refunded: 5, failed: 0, reasons: [] });
  const figures = ledgerFigures([...refunds, entry({ status: 'refunded', reasonCode: 'priceLimit' })]);
  expect(figures?.reasons).toEqual([{ code: 'priceLimit', count: 5 }]);
});

it('compares payouts and times with the quote, by the nearest rank', () => {
  // 90 % to 109 % of the quote, in 30 to 600 seconds where 600 were promised.
  const figures = ledgerFigures(
    many(20, (n) => ({ received: `${(9 + n / 10).toFixed(1)}`, took: { total: (n + 1) * 30 } })),
  );
  expect(figures).toMatchObject({
    received: { p5: 90, p50: 99, p95: 108 },
    seconds: { p5: 30, p50: 300, p95: 570 },
    pace: { p5: 5, p50: 50, p95: 95 },
    asQuotedPercent: 50,
  });
});

it('a swap without a payout of its own, an estimate or a known time is in no comparison', () => {
  const { received: _received, promised: _promised, ...bare } = entry({ took: {} });
  expect(ledgerFigures(Array.from({ length: 6 }, () => bare))).toEqual({
    ...{ swaps: 6, completed: 6, refunded: 0, failed: 0, reasons: [] },
  });
});

it('a swap that took no time at all counts as one', () => {
  expect(ledgerFigures(many(5, () => ({ took: { total: 0 } })))).toMatchObject({
    pace: { p50: 0 },
    seconds: { p50: 0 },
  });
});

it('belongs to a time by its end, and to a size by what was sold', () => {
  const day = 86_400_000;
  const entries = [0, 1, 6, 7, 29, 30].map((days) => entry({ endedAt: NOW - days * day }));
  expect((['day', 'week', 'month'] as const).map((span) => entriesIn(span, entries, NOW).length)).toEqual([1, 3, 5]);
  expect(entriesIn('day', [entry({ endedAt: NOW + 1 })], NOW)).toEqual([]);
  expect([undefined, 99.99, 100, 9999, 10_000].map(sizeOf)).toEqual([
    ...['unpriced', 'under100', 'under1000', 'under10000', 'over10000'],
  ]);
});

it('groups those with the most swaps first', () => {
  const entries = [entry(), ...many(2, () => ({ provider: 'CHAINFLIP' }))];
  expect(groupedBy(entries, ({ provider }) => provider).map(([key, own]) => [key, own.length])).toEqual([
    ['CHAINFLIP', 2],
    ['THORCHAIN', 1],
  ]);
});

it('a route has the record of its provider, its chain and its way of payment; with a channel, of both ways', () => {
  const deposits = many(5, () => ({ way: 'deposit', took: { total: 60 }, received: '9' }));
  const { received: _received, ...refunded } = entry({ status: 'refunded', reasonCode: 'halted' });
  const records = routeRecords([
    ...deposits,
    ...many(5, () => ({})),
    refunded,
    ...many(4, () => ({ sellAsset: 'ETH.ETH' })),
  ]);
  const amount = (asset: string) => ({ asset: assetOf(asset), decimals: 8, baseUnits: 1n });
  const draft = (over: Partial<RouteDraft> = {}): RouteDraft => ({
    ...{ providers: ['THORCHAIN'], sourceAddress: '', destinationAddress: '', totalSlippageBps: 0 },
    ...{ legs: [], warnings: [], pricesUsd: [], fees: [] },
    ...{ sell: amount('BTC.BTC'), expectedBuy: amount('ETH.ETH'), guaranteedBuy: amount('ETH.ETH') },
    ...over,
  });
  const byDeposit = { inboundAddress: 'bc1q', orderId: '1' };
  const channel = { minimumDeposit: amount('BTC.BTC'), retrySeconds: 60 };
  expect(recordOf(records, draft())).toEqual({ swaps: 6, medianSeconds: 600, asQuotedPercent: 83.3 });
  expect(recordOf(records, draft(byDeposit))).toEqual({ swaps: 5, medianSeconds: 60, asQuotedPercent: 0 });
  expect(recordOf(records, draft({ channel }))).toEqual({ swaps: 11, medianSeconds: 60, asQuotedPercent: 45.5 });
  expect(recordOf(records, draft({ sell: amount('ETH.ETH') }))).toBeUndefined();
  expect(recordOf(records, draft({ providers: ['MAYACHAIN'] }))).toBeUndefined();
});
