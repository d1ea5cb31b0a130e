import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetOf } from '../domain/asset.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { Observation } from '../domain/swap-status.ts';
import { LONG_RUN } from '../domain/test-effort.ts';
import { openStore } from './open-store.ts';
import type { Store, StoredQuote } from './store.ts';
import { freshDatabase, withTestPostgres } from './test-database.ts';
import { childProcess, embedded, freshFolder, readyFolder, removeFolders } from './test-folders.ts';
import { freePort } from './test-port.ts';

const BTC = assetOf('BTC.BTC');
const draft: RouteDraft = {
  providers: ['THORCHAIN'],
  sell: { asset: BTC, decimals: 8, baseUnits: 10n ** 30n + 1n },
  expectedBuy: { asset: assetOf('ETH.ETH'), decimals: 18, baseUnits: 7n },
  guaranteedBuy: { asset: assetOf('ETH.ETH'), decimals: 18, baseUnits: 0n },
  sourceAddress: '',
  destinationAddress: '',
  fees: [],
  totalSlippageBps: 12.5,
  legs: [],
  warnings: [],
  pricesUsd: [],
};
let count = 0;
const quote = (createdAt = 1000): StoredQuote => {
  count += 1;
  return {
    id: `q-${count}-${Math.random().toString(36).slice(2)}`,
    createdAt,
    request: { sellAsset: 'BTC.BTC', note: 'ü—🙂' },
    response: { z: 1, a: { nested: ['$int'] } },
    drafts: [draft],
  };
};
const postgres = withTestPostgres();
afterAll(removeFolders);

const kinds = [
  { kind: 'the embedded database', open: (name?: 'mainnet') => embedded(sharedFolder, name) },
  { kind: 'Postgres', open: postgres.open },
];
const sharedFolder = freshFolder();

describe.each(kinds)('$kind', ({ open }) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());
  const paid = async (saved = quote()) => {
    await store.saveQuote(saved);
    const key = { quoteId: saved.id, routeIndex: 0, hash: `hash-${saved.id}` };
    return { saved, key, swap: await store.recordSwap({ ...key, chain: 'BTC', now: 5 }) };
  };

  it('reads a quote back as it was, to the base unit and the key order', async () => {
    const saved = quote();
    await store.saveQuote(saved);
    const loaded = await store.loadQuote(saved.id);
    expect(loaded).toEqual(saved);
    expect(JSON.stringify(loaded?.response)).toBe('{"z":1,"a":{"nested":["$int"]}}');
    expect(await store.loadQuote('nobody')).toBeUndefined();
    await store.ping();
  });

  it('a swap is one per quote, route and hash, even when many record it at once', async () => {
    const { key, swap } = await paid();
    const again = await Promise.all(
      Array.from({ length: 20 }, () => store.recordSwap({ ...key, chain: 'BTC', now: 99 })),
    );
    expect(new Set(again.map(({ id }) => id))).toEqual(new Set([swap.id]));
    expect(swap).toMatchObject({ ...key, chain: 'BTC', createdAt: 5, status: 'not_started', lastObservedAt: null });
    expect(await store.findSwap(key)).toEqual(swap);
    expect(await store.findSwap({ ...key, routeIndex: 1 })).toBeUndefined();
    const other = await store.recordSwap({ ...key, routeIndex: 1, chain: 'BTC', now: 6 });
    expect(other.id).not.toBe(swap.id);
    expect(await store.findNewestSwapByHash(key.hash)).toEqual(other);
  });

  it("a payment of another swap never becomes the route's", async () => {
    const { key, swap } = await paid();
    const wrong = await store.recordSwap({ ...key, hash: `x${key.hash}`, chain: 'BTC', now: 50 });
    const mismatch = [{ field: 'memo', expected: 'a', actual: 'b' }];
    await store.setSwapMismatch(wrong.id, mismatch);
    expect((await store.findSwapOfRoute(key))?.id).toBe(swap.id);
    expect((await store.findSwap({ ...key, hash: `x${key.hash}` }))?.mismatch).toEqual(mismatch);
    expect((await store.openSwaps(1000)).map(({ id }) => id)).not.toContain(wrong.id);
    const later = await store.recordSwap({ ...key, routeIndex: 1, chain: 'BTC', now: 70 });
    await store.setSwapMismatch(later.id, mismatch);
    expect((await store.findNewestSwapByHash(key.hash))?.id).toBe(swap.id);
  });

  it('counts as many open swaps as it lists', async () => {
    const { swap } = await paid();
    await store.setSwapStatus(swap.id, 'swapping');
    const open = await store.openSwaps(100_000);
    const counts = await store.countOpenSwaps();
    expect(Object.values(counts).reduce((a, b) => a + b, 0)).toBe(open.length);
    expect(counts.swapping).toBe(open.filter(({ status }) => status === 'swapping').length);
    expect(counts).not.toHaveProperty('completed');
  });

  it("an unseen or failed hash never hides the route's payment", async () => {
    const { key, swap } = await paid();
    await store.setSwapStatus(swap.id, 'swapping');
    const unseen = await store.recordSwap({ ...key, hash: `u${key.hash}`, chain: 'BTC', now: 50 });
    expect((await store.findSwapOfRoute(key))?.id).toBe(swap.id);
    await store.setSwapStatus(unseen.id, 'failed');
    expect((await store.findSwapOfRoute(key))?.id).toBe(swap.id);
    await store.setSwapStatus(swap.id, 'failed');
    expect((await store.findSwapOfRoute(key))?.id).toBe(unseen.id);
  });

  it('stores the same observation once, and being held again as often as it happens', async () => {
    const { swap } = await paid();
    const seen: Observation = {
      kind: 'outboundPlanned',
      at: 1,
      leg: 0,
      output: { asset: BTC, decimals: 8, baseUnits: 123456789012345678901234n },
    };
    expect(await store.appendObservations(swap.id, [seen, { ...seen, at: 2 }])).toBe(1);
    expect(await store.appendObservations(swap.id, [{ ...seen, at: 3 }])).toBe(0);
    const held = (at: number): Observation => ({ kind: 'held', at, leg: 0, reason: 'halted' });
    expect(await store.appendObservations(swap.id, [held(4), held(6)])).toBe(2);
    expect(await store.appendObservations(swap.id, [])).toBe(0);
    const all = await store.observationsOf(swap.id);
    expect(all).toHaveLength(3);
    expect(all[0]).toMatchObject({ kind: 'outboundPlanned', output: { baseUnits: 123456789012345678901234n } });
  });

  it('a final status stays', async () => {
    const { key, swap } = await paid();
    await store.setSwapStatus(swap.id, 'swapping');
    await store.setSwapStatus(swap.id, 'refunded');
    await store.setSwapStatus(swap.id, 'pending');
    expect((await store.findSwap(key))?.status).toBe('refunded');
    expect((await store.openSwaps(1000)).map(({ id }) => id)).not.toContain(swap.id);
  });

  it('keeps what the last observation left behind', async () => {
    const { key, swap } = await paid();
    expect(swap).toMatchObject({ stale: false, trace: null });
    await store.setSwapNotes(swap.id, { stale: true, trace: { nonce: 3 } });
    expect(await store.findSwap(key)).toMatchObject({ stale: true, trace: { nonce: 3 } });
  });

  it('one of many claims an observation in each interval', async () => {
    const { swap } = await paid();
    const claims = (now: number) =>
      Promise.all(Array.from({ length: 50 }, () => store.claimObservation(swap.id, 2000, now)));
    expect((await claims(10_000)).filter(Boolean)).toHaveLength(1);
    expect((await claims(11_999)).filter(Boolean)).toHaveLength(0);
    expect((await claims(12_000)).filter(Boolean)).toHaveLength(1);
    // The clock was set back by more than a minute, and observing goes on.
    expect((await claims(-60_000)).filter(Boolean)).toHaveLength(1);
  });

  it('an abandoned look is due again in a minute, a finished one when its interval has passed', async () => {
    const { swap } = await paid();
    const interval = 900_000;
    const claim = (now: number) => store.claimObservation(swap.id, interval, now);
    const isDue = async (now: number) => (await store.dueSwaps(now, 1000)).some(({ id }) => id === swap.id);
    expect(await claim(10_000_000)).toBe(true);
    expect([await isDue(10_059_999), await claim(10_059_999)]).toEqual([false, false]);
    expect([await isDue(10_060_000), await claim(10_060_000)]).toEqual([true, true]);
    // The end that the abandoned observation reports late is ignored.
    await store.endObservation(swap.id, interval, 10_000_000);
    expect(await isDue(10_120_000)).toBe(true);
    await store.endObservation(swap.id, interval, 10_060_000);
    expect([await isDue(10_959_999), await claim(10_959_999)]).toEqual([false, false]);
    expect([await isDue(10_960_000), await claim(10_960_000)]).toEqual([true, true]);
  });

  it('finds what is due, the longest overdue first', async () => {
    const { swap: later } = await paid();
    const { swap: sooner } = await paid();
    const { swap: fresh } = await paid();
    await store.claimObservation(later.id, 5000, 100_000);
    await store.claimObservation(sooner.id, 1000, 100_000);
    const mine = new Set([later.id, sooner.id, fresh.id]);
    const due = async (now: number) =>
      (await store.dueSwaps(now, 1000)).map(({ id }) => id).filter((id) => mine.has(id));
    expect(await due(100_999)).toEqual([fresh.id]);
    expect(await due(106_000)).toEqual([fresh.id, sooner.id, later.id]);
  });

  it('a flood of new swaps does not overtake those that are overdue already', async () => {
    const { swap: waiting } = await paid(quote(1000));
    await store.claimObservation(waiting.id, 5000, 5_000_000);
    const flood = Array.from({ length: 10 }, () => ({ ...quote(5_006_000), drafts: [{ ...draft, orderId: 'order' }] }));
    for (const one of flood) await store.saveQuote(one);
    const due = await store.dueSwaps(5_006_500, 1000);
    const [waitingAt, first] = [due.findIndex(({ id }) => id === waiting.id), due.findIndex(({ hash }) => hash === '')];
    expect(waitingAt).toBeGreaterThanOrEqual(0);
    expect(waitingAt).toBeLessThan(first);
    for (const { id, hash } of due) if (hash === '') await store.setSwapStatus(id, 'failed');
  });

  it('shows nothing of the sandbox on mainnet, and finds all again when reopened', async () => {
    const { saved, key, swap } = await paid();
    await store.close();
    const main = await open('mainnet');
    expect(await main.loadQuote(saved.id)).toBeUndefined();
    expect(await main.findNewestSwapByHash(key.hash)).toBeUndefined();
    expect(await main.openSwaps(10)).toEqual([]);
    await main.close();
    store = await open();
    expect(await store.findSwap(key)).toEqual(swap);
  });
});

it('several instances may start on one new Postgres at once', async () => {
  const url = await freshDatabase();
  const opened = await Promise.all(
    Array.from({ length: 4 }, () => openStore({ dataDir: '', databaseUrl: url, network: { name: 'sandbox' } })),
  );
  await Promise.all(opened.map((store) => store.ping()));
  await Promise.all(opened.map((store) => store.close()));
});

it('an unusable Postgres is named by its setting, without its password', async () => {
  const url = `postgres://portage:secret-word@127.0.0.1:${await freePort()}/x`;
  const failure = await openStore({ dataDir: '', databaseUrl: url, network: { name: 'sandbox' } }).catch((e) => e);
  expect(String(failure)).toContain('DATABASE_URL');
  expect(String(failure)).not.toContain('secret-word');
});

it('a Postgres that a newer version has changed is refused in one sentence, and stays as it is', async () => {
  const url = await freshDatabase();
  const opening = () => openStore({ dataDir: '', databaseUrl: url, network: { name: 'sandbox' } });
  await (await opening()).close();
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select max(created_at)::bigint + 1 as next from drizzle.__drizzle_migrations');
  await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    'later',
    rows[0].next,
  ]);
  const refusal = await opening().catch((error) => error.message);
  expect(refusal).toBe(
    'The database that DATABASE_URL names cannot be used: it was changed by a newer version of Portage: start that version, or name another database; nothing in it was changed.',
  );
  await client.query("delete from drizzle.__drizzle_migrations where hash = 'later'");
  await client.end();
  await (await opening()).close();
});

describe('a data folder', () => {
  it('loses nothing acknowledged when the process is killed in the middle of writing, again and again', async () => {
    const folder = await readyFolder();
    const answered: string[] = [];
    const kills = LONG_RUN ? [40, 25, 90, 5, 60] : [130];
    for (const number of kills) {
      const writer = childProcess(folder, 'write');
      await writer.said(number);
      writer.process.kill('SIGKILL');
      await writer.exited;
      answered.push(...writer.lines.slice(1));
    }
    expect(answered.length).toBeGreaterThan(120);
    const store = await embedded(folder);
    for (const line of answered) {
      const [quoteId = '', swapId = ''] = line.split(' ');
      expect((await store.loadQuote(quoteId))?.response).toEqual({ filler: 'x'.repeat(4000) });
      expect(await store.observationsOf(swapId)).toHaveLength(1);
    }
    await store.close();
  });

  it('is refused to a second process in one sentence, and free again once the first was killed', async () => {
    const folder = await readyFolder();
    const first = childProcess(folder, 'hold');
    await first.said(1);
    const second = childProcess(folder, 'hold');
    await second.exited;
    expect(second.lines[0]).toContain(
      `DataFolderInUse: The data folder ${folder} is in use by process ${first.process.pid}`,
    );
    first.process.kill('SIGKILL');
    await first.exited;
    const store = await embedded(folder);
    await expect(embedded(folder)).rejects.toMatchObject({ name: 'DataFolderInUse' });
    await store.close();
    await (await embedded(folder)).close();
  });

  it('goes to exactly one of several that start at once over a killed one', async () => {
    const folder = await readyFolder();
    const first = childProcess(folder, 'hold');
    await first.said(1);
    first.process.kill('SIGKILL');
    await first.exited;
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => embedded(folder)));
    const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(winners).toHaveLength(1);
    await winners[0]?.close();
  });

  if (!LONG_RUN) return;

  it('a first start that was killed half-way leaves nothing that hinders the next', async () => {
    const folder = freshFolder();
    const first = childProcess(folder, 'hold');
    while (!(await readdir(folder)).some((name) => name.startsWith('db.new-')))
      await new Promise((resolve) => setImmediate(resolve));
    first.process.kill('SIGKILL');
    await first.exited;
    const store = await embedded(folder);
    await store.ping();
    await store.close();
    expect((await readdir(folder)).filter((name) => name.startsWith('db.new-'))).toEqual([]);
  });

  it('is locked even when its path is too long for a socket', async () => {
    const folder = join(freshFolder(), 'long'.repeat(25));
    const store = await embedded(folder);
    await expect(embedded(folder)).rejects.toMatchObject({ name: 'DataFolderInUse' });
    await store.close();
  });
});
