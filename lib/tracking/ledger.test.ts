/** The ledger is right: each finished swap leaves one entry, which follows from what was observed and nothing else. */
import { afterAll, expect, it } from 'vitest';
import type { Store } from '../db/store.ts';
import { embedded, freshFolder, removeFolders } from '../db/test-folders.ts';
import { withTestStore } from '../db/test-store.ts';
import { formatAmount } from '../domain/amount.ts';
import { type LedgerEntry, ledgerFigures } from '../domain/ledger.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { Observation } from '../domain/swap-status.ts';
import { fillLedger } from './fill-ledger.ts';
import { newHash, START, trackedSwap } from './test-tracked-swap.ts';
import { bitcoin, draftOf, ether, paymentTx } from './test-world.ts';

const db = withTestStore('test');
afterAll(removeFolders);

const ESTIMATE = { inbound: 300, swap: 60, outbound: 240, total: 600 };
const route = (over: Partial<RouteDraft> = {}) => draftOf({ estimatedTime: ESTIMATE, ...over });
const after = (seconds: number): number => START + seconds * 1000;

/** Pays the route in a block at `START` and lets the provider say what became of it; the swap is looked at until its end. */
async function ended(store: Store, facts: (payout: string) => Observation[], draft = route(), paid = 50_000_000n) {
  const swap = await trackedSwap(store, draft);
  const [hash, payout] = [newHash(), newHash('0x').slice(0, 66)];
  swap.chains.utxo.set(hash, paymentTx({ txid: hash, value: paid, blockHeight: 90, blockTime: START / 1000 }));
  swap.says(...facts(payout));
  await swap.poll(0, hash);
  const end = await swap.poll(30, hash);
  return { ...swap, hash, payout, end };
}
const completed =
  (amount: string, seconds: number) =>
  (hash: string): Observation[] => [
    { kind: 'providerSeen', at: after(seconds / 2), leg: 0, final: true },
    { kind: 'swapDone', at: after(seconds * 0.75), leg: 0 },
    { kind: 'outboundSent', at: after(seconds), leg: 0, tx: { hash, chain: 'ETH', amount: ether(amount) } },
  ];
const refunded =
  (amount: string) =>
  (hash: string): Observation[] => [
    { kind: 'refundPlanned', at: after(100), leg: 0, reason: 'too low', cause: 'priceLimit' },
    { kind: 'refundSent', at: after(200), leg: 0, tx: { hash, chain: 'BTC', amount: bitcoin(amount) } },
  ];
const failed = (): Observation[] => [
  { kind: 'providerFailed', at: after(50), leg: 0, reason: 'it could not', cause: 'halted' },
];
const all = (store: Store): Promise<LedgerEntry[]> => store.ledgerSince(0);

it('a completed swap leaves what was quoted, guaranteed and received, and its times against the estimate', async () => {
  await ended(db.store, completed('9.98', 400));
  expect(await all(db.store)).toEqual([
    {
      ...{ id: expect.stringMatching(/^[0-9a-f]{64}$/), endedAt: after(400), status: 'completed' },
      ...{ provider: 'THORCHAIN', sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', size: 'unpriced', way: 'transaction' },
      ...{ quoted: '10', guaranteed: '9.7', received: '9.98', promised: ESTIMATE },
      took: { inbound: 200, swap: 100, outbound: 100, total: 400 },
    },
  ]);
});

it('a refund and a failure leave their reason code, and nothing that was received', async () => {
  await ended(db.store, refunded('0.49'));
  await ended(db.store, failed);
  const entries = await all(db.store);
  expect(entries.map(({ status, reasonCode }) => [status, reasonCode])).toEqual([
    ['refunded', 'priceLimit'],
    ['failed', 'halted'],
  ]);
  for (const entry of entries) expect(entry).not.toHaveProperty('received');
});

it('names no address, no hash, no quote and no swap', async () => {
  const { hash, payout, quoteId } = await ended(db.store, completed('9.98', 400));
  const text = JSON.stringify(await all(db.store));
  for (const secret of [hash, payout, quoteId, route().destinationAddress, route().memo ?? ''])
    expect(text).not.toContain(secret);
});

it('a swap leaves one entry, however often it is looked at and by whatever it is found', async () => {
  const swap = await ended(db.store, completed('9.98', 400));
  await swap.poll(60, swap.hash);
  await swap.poll(60);
  expect(await all(db.store)).toHaveLength(1);
  const [entry] = await all(db.store);
  if (entry) await db.store.addToLedger({ ...entry, received: '1' });
  expect(await all(db.store)).toEqual([entry]);
});

it('swaps of the sandbox never count on mainnet', async () => {
  const folder = freshFolder();
  const sandbox = await embedded(folder);
  await ended(sandbox, completed('9.98', 400));
  const entries = await all(sandbox);
  expect(entries).toHaveLength(1);
  await sandbox.close();
  const mainnet = await embedded(folder, 'mainnet');
  expect(await all(mainnet)).toEqual([]);
  expect(await fillLedger({ store: mainnet, now: () => after(400) })).toBe(0);
  await mainnet.close();
});

it('entries older than is kept are deleted, the others not', async () => {
  await ended(db.store, completed('9.98', 400));
  await db.store.clearLedger(after(400));
  expect(await all(db.store)).toHaveLength(1);
  await db.store.clearLedger(after(401));
  expect(await all(db.store)).toEqual([]);
});

/** What the ledger must say of a swap, from its observations alone. */
async function recomputed(store: Store, swapId: string, paidAt: number) {
  const facts = await store.observationsOf(swapId);
  const find = <Kind extends Observation['kind']>(kind: Kind) =>
    facts.find((fact): fact is Extract<Observation, { kind: Kind }> => fact.kind === kind);
  const [payout, refund, failure] = [find('outboundSent'), find('refundSent'), find('providerFailed')];
  const end = payout ?? refund ?? failure;
  return {
    status: payout ? 'completed' : refund ? 'refunded' : 'failed',
    endedAt: end?.at,
    received: payout?.tx.amount && formatAmount(payout.tx.amount),
    total: end && Math.round((end.at - paidAt) / 1000),
  };
}

it('recomputed from the raw observations, the ledger and its figures are the same', async () => {
  const { store } = db;
  const swaps = [];
  for (let n = 0; n < 24; n += 1) {
    const facts = n % 6 === 4 ? refunded('0.49') : n % 6 === 5 ? failed : completed(`${9.9 + n / 100}`, 300 + n * 10);
    const { quoteId, hash } = await ended(store, facts);
    const swap = await store.findSwap({ quoteId, routeIndex: 0, hash });
    swaps.push(await recomputed(store, swap?.id ?? '', START));
  }
  const kept = await all(store);
  const order = (a: { endedAt?: number | undefined; received?: string | undefined }, b: typeof a) =>
    (a.endedAt ?? 0) - (b.endedAt ?? 0) || (a.received ?? '').localeCompare(b.received ?? '');
  const rows = kept.map(({ status, endedAt, received, took }) => ({ status, endedAt, received, total: took.total }));
  expect(rows.sort(order)).toEqual(swaps.sort(order));
  const times = swaps.flatMap(({ status, total = 0 }) => (status === 'completed' ? [total] : [])).sort((a, b) => a - b);
  const percents = swaps.flatMap(({ received }) => (received === undefined ? [] : [Number(received) * 10]));
  const nth = (values: readonly number[], share: number) => values[Math.ceil(values.length * share) - 1] ?? 0;
  percents.sort((a, b) => a - b);
  expect(ledgerFigures(kept)).toMatchObject({
    ...{ swaps: 24, completed: 16, refunded: 4, failed: 4 },
    seconds: { p50: nth(times, 0.5), p95: nth(times, 0.95) },
    received: { p5: expect.closeTo(nth(percents, 0.05), 3), p50: expect.closeTo(nth(percents, 0.5), 3) },
    asQuotedPercent: Math.round((percents.filter((one) => one >= 99.9).length * 1000) / percents.length) / 10,
  });

  // An instance that had no ledger yet comes to the same entries.
  await store.clearLedger(Number.MAX_SAFE_INTEGER);
  expect(await fillLedger({ store, now: () => after(1000) })).toBe(24);
  expect(await all(store)).toEqual(kept);
  expect(await fillLedger({ store, now: () => after(1000) })).toBe(0);
});

it('a deposit of another amount is held against what was quoted for that amount', async () => {
  const channel = { minimumDeposit: bitcoin('0.001'), retrySeconds: 300 };
  const { end } = await ended(db.store, completed('9.98', 400), route({ channel }), 100_000_000n);
  expect(end.trackingStatus).toBe('completed');
  expect(await all(db.store)).toMatchObject([{ quoted: '20', guaranteed: '19.4', received: '9.98' }]);
});
