/** Invented hashes cost next to nothing: they open no swap, cause few looks, and take no turn of a paid swap. */
import { expect, it, vi } from 'vitest';
import { withTestStore } from '../db/test-store.ts';
import { startObserver } from './observer.ts';
import { observeIntervalMs } from './schedule.ts';
import { CALL, routeBy } from './test-order.ts';
import { trackedSwap } from './test-tracked-swap.ts';
import { draftOf, ether, HASH, paymentTx, saveQuote } from './test-world.ts';

const db = withTestStore('test');

const invented = (number: number): string => number.toString(16).padStart(64, 'e');

async function world() {
  const swap = await trackedSwap(db.store);
  return { ...swap, track: (hash?: string) => swap.track(hash, { client: 'somebody' }) };
}

it('counts no swap as open before a chain or a provider has shown it, and none becomes the quote’s own answer', async () => {
  const { track, chains, clock } = await world();
  for (let number = 0; number < 20; number += 1)
    expect(await track(invented(number))).toMatchObject({ success: true, trackingStatus: 'not_started' });
  expect(await db.store.countOpenSwaps()).toEqual({});
  expect((await track(undefined)).data.quoteInfo?.trackParams).not.toHaveProperty('hash');
  chains.utxo.set(HASH, paymentTx());
  expect(await track(HASH)).toMatchObject({ trackingStatus: 'pending' });
  clock.now += 10_000;
  expect(await db.store.countOpenSwaps()).toEqual({ pending: 1 });
  expect((await track(undefined)).data.quoteInfo?.trackParams).toMatchObject({ hash: HASH });
});

it('looks for a hash a few times and then rarely, and does not ask its provider at first', async () => {
  const { track, chains, provider, clock } = await world();
  await track(invented(1));
  expect(chains.asked).toContain('transaction');
  expect(provider.asked).toEqual([]);
  for (let second = 0; second < 3600; second += 30) {
    clock.now += 30_000;
    await track(invented(1));
  }
  expect(provider.asked.length).toBeLessThan(25);
  const unseen = { createdAt: 0, channelId: null, hash: 'x', status: 'not_started', isUnseen: true } as const;
  expect(observeIntervalMs({ ...unseen, stale: true }, 600_000)).toBe(10_000);
  expect(observeIntervalMs(unseen, 600_000)).toBe(300_000);
});

it('does not ask the provider while a node that keeps up with its chain does not know the hash', async () => {
  const draft = draftOf({ sell: ether('1'), inboundAddress: '0x90f8bf6a479f320ead074411a4b0e7944ea8c9c1' });
  const { track, chains, provider, clock } = await trackedSwap(db.store, draft);
  const ask = () => track(`0x${invented(1)}`, { client: 'somebody' });
  chains.headSeconds = clock.now / 1000 + 3600;
  for (let minute = 0; minute < 30; minute += 1) {
    await ask();
    clock.now += 60_000;
  }
  expect(provider.asked).toEqual([]);
  clock.now = chains.headSeconds * 1000 + 3_600_000;
  expect((await ask()).data.stale).toBe(true);
  expect(provider.asked).toHaveLength(1);
});

it('asks the provider of a swap that is one transaction, which alone knows when an unseen one has expired', async () => {
  const draft = routeBy('ONEINCH', { sell: ether('1'), tx: { type: 'EVM', tx: CALL } });
  const { track, says, chains, clock } = await trackedSwap(db.store, draft);
  const hash = `0x${invented(1)}`;
  chains.headSeconds = clock.now / 1000 + 3600;
  expect((await track(hash, { client: 'somebody' })).trackingStatus).toBe('not_started');
  says({ kind: 'inboundFailed', at: clock.now, reason: 'It has expired.', tx: { hash, chain: 'ETH' } });
  clock.now += 60_000;
  expect(await track(hash)).toMatchObject({ trackingStatus: 'failed', error: 'It has expired.' });
});

it('pauses for a whole number of milliseconds, whenever it is asked', async () => {
  const { track, chains, clock } = await world();
  await track(invented(1));
  chains.asked.length = 0;
  clock.now += 20_001;
  chains.utxo.set(invented(1), paymentTx({ txid: invented(1) }));
  expect(await track(invented(1))).toMatchObject({ trackingStatus: 'pending' });
  expect(chains.asked).toContain('transaction');
});

it('without a client looks at few hashes of one quote and of one caller, and at every one when asked', async () => {
  const { track, chains } = await world();
  for (let number = 0; number < 9; number += 1) await track(invented(number));
  const later = Date.now() * 2;
  expect(await db.store.dueUnseenSwaps(later, 100)).toHaveLength(5);
  chains.utxo.set(invented(10), paymentTx({ txid: invented(10) }));
  expect(await track(invented(10))).toMatchObject({ trackingStatus: 'pending' });
  for (let number = 0; number < 60; number += 1) {
    const other = await saveQuote(db.store, [draftOf()]);
    const report = { quoteId: other, routeIndex: 0, hash: invented(100 + number), chain: 'BTC', client: 'x' } as const;
    await db.store.recordSwap({ ...report, now: 1000 });
  }
  expect(await db.store.dueUnseenSwaps(later, 100)).toHaveLength(5 + 50);
});

it('keeps the pace of paid swaps while thousands of hashes are reported, and spends few looks on those', async () => {
  const { deps, clock } = await world();
  for (let number = 0; number < 300; number += 1) {
    const quoteId = await saveQuote(db.store, [draftOf()]);
    const report = { quoteId, routeIndex: 0, hash: invented(number), chain: 'BTC', client: `c${number % 30}` } as const;
    await db.store.recordSwap({ ...report, now: 1 });
  }
  const quoteId = await saveQuote(db.store, [draftOf()]);
  const paid = await db.store.recordSwap({ quoteId, routeIndex: 0, hash: HASH, chain: 'BTC', now: clock.now });
  const looks: string[] = [];
  const look = async ({ id }: { id: string }) => void looks.push(id);
  const observer = startObserver({ ...deps, look, everyMs: 1 });
  await vi.waitFor(() => expect(looks.filter((id) => id === paid.id).length).toBeGreaterThan(50), { timeout: 60_000 });
  await observer.stop();
  expect(looks.filter((id) => id !== paid.id).length).toBeLessThanOrEqual(8);
});

it('keeps no quote for a hash that was never seen', async () => {
  const { track, quoteId } = await world();
  await track(invented(1));
  const unpaidBefore = 1_900_000_000_000;
  await db.store.clearQuotes({ now: unpaidBefore, unpayableBefore: 0, unpaidBefore, paidBefore: undefined });
  expect(await db.store.loadQuote(quoteId)).toBeUndefined();
});
