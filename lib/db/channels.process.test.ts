import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LONG_RUN } from '../domain/test-effort.ts';
import type { ChannelClaim, Store } from './store.ts';
import { testChannel, testClaim, UNLIMITED } from './test-channels.ts';
import { childProcess, embedded, readyFolder } from './test-folders.ts';
import { testInstances } from './test-instances.ts';

const { kinds } = testInstances();

let count = 0;
const next = (): string => {
  count += 1;
  return `${count}-${Math.random().toString(36).slice(2)}`;
};

describe.each(kinds)('channels in $kind', ({ open }) => {
  let store: Store;
  let other: Store;
  beforeAll(async () => {
    [store, other] = await open();
  });
  afterAll(async () => {
    await store.close();
    if (other !== store) await other.close();
  });

  type Over = Partial<ChannelClaim> & { by?: Store };
  /** Stores a quote and makes claims for it under one key. */
  async function terms() {
    const quoteId = `quote-${next()}`;
    const key = `key-${quoteId}`;
    await store.saveQuote({ id: quoteId, createdAt: 1_000_000, request: {}, response: {}, drafts: [] });
    const claim = ({ by = store, ...over }: Over = {}) =>
      by.claimChannel(testClaim({ id: next(), quoteId, key, now: 1_000_000, client: quoteId, ...over }));
    const opened = async (over: Over & { expiresAt?: number } = {}) => {
      const { expiresAt = 1_001_000, ...rest } = over;
      const claimed = await claim(rest);
      if (claimed.outcome !== 'mine') throw new Error(claimed.outcome);
      const outcome = { state: 'open', channel: testChannel(expiresAt), failure: null } as const;
      return store.settleChannel(claimed.row.id, outcome, 1_000_005);
    };
    const route = { quoteId, routeIndex: 0 };
    const swap = async () => {
      const found = await store.findSwapOfRoute(route);
      if (!found) throw new Error('no swap');
      return found;
    };
    return { claim, opened, route, swap, key };
  }

  it('one of many that ask at once in two instances opens it; all others learn which', async () => {
    const { claim } = await terms();
    const all = await Promise.all(Array.from({ length: 24 }, (_, n) => claim({ by: n % 2 ? store : other })));
    expect(all.filter(({ outcome }) => outcome === 'mine')).toHaveLength(1);
    expect(all.filter(({ outcome }) => outcome === 'exists')).toHaveLength(23);
    const ids = all.map((one) => ('row' in one ? one.row.id : one.outcome));
    expect(new Set(ids).size).toBe(1);
  });

  it('other terms open another', async () => {
    const [a, b] = [await terms(), await terms()];
    await a.opened();
    expect(await b.claim()).toMatchObject({ outcome: 'mine', row: { state: 'opening', channel: null } });
  });

  it('an opened one is read back whole, found by its route, and has a swap that waits for its payment', async () => {
    const { claim, opened, route, swap } = await terms();
    const channel = await opened();
    expect(channel).toMatchObject({ state: 'open', channel: testChannel(1_001_000), failure: null });
    expect(await other.loadChannel(channel.id)).toEqual(channel);
    expect(await store.channelOfRoute(route)).toEqual(channel);
    expect(await store.channelOfRoute({ ...route, routeIndex: 1 })).toBeUndefined();
    expect(await claim()).toEqual({ outcome: 'exists', row: channel });
    const terms_ = { key: channel.key, now: 1_000_000, reuse: 'any', openingSince: 0 } as const;
    expect(await other.livingChannel(terms_)).toEqual(channel);
    expect(await other.livingChannel({ ...terms_, key: 'another' })).toBeUndefined();
    const row = await swap();
    expect(await other.loadSwap(row.id)).toEqual(row);
    expect(row).toMatchObject({ hash: '', status: 'not_started', channelId: channel.id, createdAt: 1_000_005 });
    expect((await store.openSwaps(10_000)).map(({ id }) => id)).toContain(row.id);
  });

  it('is settled once: a later outcome changes nothing', async () => {
    const { opened, route } = await terms();
    const channel = await opened();
    const failed = { state: 'failed', channel: null, failure: { fault: 'refused', message: 'no' } } as const;
    expect(await other.settleChannel(channel.id, failed, 9)).toEqual(channel);
    await store.settleChannel(channel.id, { state: 'open', channel: testChannel(5), failure: null }, 9);
    expect(await store.channelsOfRoute(route)).toEqual([channel]);
    const swaps = (await store.openSwaps(10_000)).filter(({ channelId }) => channelId === channel.id);
    expect(swaps).toHaveLength(1);
  });

  it('a failed opening gives its reason and makes room at once', async () => {
    const { claim, route } = await terms();
    const first = await claim();
    if (first.outcome !== 'mine') throw new Error('not mine');
    const failure = { fault: 'invalid', message: 'No.', field: 'refundAddress' };
    await store.settleChannel(first.row.id, { state: 'failed', channel: null, failure }, 1);
    expect(await other.loadChannel(first.row.id)).toMatchObject({ state: 'failed', failure });
    expect(await store.channelOfRoute(route)).toBeUndefined();
    expect(await store.findSwapOfRoute(route)).toBeUndefined();
    expect((await claim()).outcome).toBe('mine');
  });

  it('an opening with an unknown outcome keeps its key until it is stale, and may still succeed', async () => {
    const { claim } = await terms();
    const first = await claim();
    if (first.outcome !== 'mine') throw new Error('not mine');
    const failure = { fault: 'uncertain', message: 'No clear answer.' };
    await store.settleChannel(first.row.id, { state: 'opening', channel: null, failure }, 1);
    expect(await claim({ now: 1_000_099 })).toMatchObject({
      outcome: 'exists',
      row: { state: 'opening', failure },
    });
    const late = { state: 'open', channel: testChannel(1_001_000), failure: null } as const;
    expect(await store.settleChannel(first.row.id, late, 2)).toMatchObject({ state: 'open' });
  });

  it('an opening whose instance died makes room once it is stale', async () => {
    const { claim } = await terms();
    const first = await claim();
    expect((await claim({ now: 1_000_100 })).outcome).toBe('exists');
    const second = await claim({ now: 1_000_101 });
    expect(second.outcome).toBe('mine');
    expect(second).not.toMatchObject({ row: { id: 'row' in first ? first.row.id : '' } });
  });

  it('is not handed out again near its end, nor once it was ended; the next one is tracked beside it', async () => {
    const { claim, opened, route, swap } = await terms();
    const first = await opened();
    expect((await claim({ now: 1_000_899 })).outcome).toBe('exists');
    const firstSwap = await swap();
    const second = await opened({ now: 1_000_901, expiresAt: 1_005_000 });
    expect(await store.channelsOfRoute(route)).toEqual([second, first]);
    expect(await store.channelOfRoute(route)).toEqual(second);
    await store.endChannel(second.id, 1_000_901);
    expect((await claim({ now: 1_000_901 })).outcome).toBe('mine');
    const rows = (await store.openSwaps(10_000)).filter(({ quoteId }) => quoteId === route.quoteId);
    expect(rows.map(({ channelId }) => channelId).toSorted()).toEqual([first.id, second.id].toSorted());
    expect(rows.map(({ id }) => id)).toContain(firstSwap.id);
  });

  it('keeps the newest estimate of its end, and never becomes active again', async () => {
    const { claim, opened } = await terms();
    const { id } = await opened();
    await store.moveChannelEnd(id, 1_002_000, 1_000_010);
    expect((await store.loadChannel(id))?.channel?.expiresAt).toBe(1_002_000);
    expect((await claim({ now: 1_001_500 })).outcome).toBe('exists');
    await store.endChannel(id, 1_001_500);
    await store.moveChannelEnd(id, 1_009_000, 1_001_600);
    expect((await claim({ now: 1_001_600 })).outcome).toBe('mine');
  });

  it('one that names its swap is handed out again when paid, but not when the swap failed', async () => {
    const { claim, opened, swap } = await terms();
    await opened();
    await store.setSwapStatus((await swap()).id, 'swapping');
    expect((await claim()).outcome).toBe('exists');
    await store.setSwapStatus((await swap()).id, 'failed');
    expect((await claim()).outcome).toBe('mine');
  });

  it('one for successive swaps is handed out again only while it is unpaid', async () => {
    const seen = await terms();
    await seen.opened();
    expect((await seen.claim({ reuse: 'unpaid' })).outcome).toBe('exists');
    await store.setSwapStatus((await seen.swap()).id, 'pending');
    expect((await seen.claim({ reuse: 'unpaid' })).outcome).toBe('mine');
    const reported = await terms();
    await reported.opened();
    await store.recordSwap({ ...reported.route, hash: `h-${reported.key}`, chain: 'BTC', now: 1 });
    expect((await reported.claim({ reuse: 'unpaid' })).outcome).toBe('mine');
    const another = await terms();
    await another.opened();
    const wrong = await store.recordSwap({ ...another.route, hash: `h-${another.key}`, chain: 'BTC', now: 1 });
    await store.setSwapMismatch(wrong.id, [{ field: 'inboundAddress', expected: 'a', actual: 'b' }]);
    expect((await another.claim({ reuse: 'unpaid' })).outcome).toBe('exists');
  });

  it('never opens more for one client than allowed, even when all are asked for at once', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, terms));
    const client = `client-${next()}`;
    // Half of a day's share may be used at once.
    const limits = { ...UNLIMITED, perClient: 6 };
    const claims = await Promise.all(
      all.map(({ claim }, n) => claim({ client, limits, now: 1_000_000 + n, by: n % 2 ? store : other })),
    );
    const mine = claims.flatMap((one) => (one.outcome === 'mine' ? [one.row] : []));
    expect(mine).toHaveLength(3);
    const asked = await terms();
    const refused = await asked.claim({ client, limits, now: 1_000_500 });
    expect(refused).toMatchObject({ outcome: 'full', limit: 'client' });
    expect((await asked.claim({ limits })).outcome).toBe('mine');
    const [first] = mine;
    if (!first) throw new Error('none');
    const failure = { fault: 'refused', message: 'no' };
    await store.settleChannel(first.id, { state: 'failed', channel: null, failure }, 1);
    expect((await (await terms()).claim({ client, limits })).outcome).toBe('mine');
  });

  it('hands out living channels although the share is used up', async () => {
    const first = await terms();
    const limits = { ...UNLIMITED, perClient: 1 };
    const client = `client-${next()}`;
    await first.opened({ now: 5_000_000, expiresAt: 6_000_000, client, limits });
    expect((await (await terms()).claim({ now: 5_000_010, client, limits })).outcome).toBe('full');
    expect((await first.claim({ now: 5_000_010, client, limits })).outcome).toBe('exists');
  });

  it('the payment’s hash is set on the waiting swap, unless the route has a swap with that hash', async () => {
    const { opened, route, swap, key } = await terms();
    await opened();
    const waiting = await swap();
    expect(await store.nameSwap(waiting.id, `h-${key}`)).toBe(true);
    expect(await store.findNewestSwapByHash(`h-${key}`)).toMatchObject({ id: waiting.id });
    expect(await store.nameSwap(waiting.id, 'another')).toBe(false);
    expect((await store.recordSwap({ ...route, hash: `h-${key}`, chain: 'BTC', now: 7 })).id).toBe(waiting.id);
    const reported = await terms();
    await reported.opened();
    const second = await reported.swap();
    const given = await store.recordSwap({ ...reported.route, hash: 'given', chain: 'BTC', now: 2_000_000 });
    expect(await store.nameSwap(second.id, 'given')).toBe(false);
    expect(await store.findSwap({ ...reported.route, hash: 'given' })).toEqual(given);
    await store.setSwapChannel(given.id, 'some-channel');
    expect(await store.findSwap({ ...reported.route, hash: 'given' })).toMatchObject({ channelId: 'some-channel' });
  });

  it('keeps a quote while its channel lives or is young; after a failed opening the quote goes', async () => {
    const [open, opening, failed] = [await terms(), await terms(), await terms()];
    await open.opened();
    await opening.claim();
    const claimed = await failed.claim();
    const failure = { fault: 'refused', message: 'no' };
    if (claimed.outcome !== 'mine') throw new Error('not mine');
    await store.settleChannel(claimed.row.id, { state: 'failed', channel: null, failure }, 1);
    const clear = (now: number, unpaidBefore: number) =>
      store.clearQuotes({ now, unpayableBefore: 10_000_000, unpaidBefore, paidBefore: undefined });
    const left = async () =>
      Promise.all([open, opening, failed].map(async ({ route }) => Boolean(await store.loadQuote(route.quoteId))));
    await clear(0, 1);
    expect(await left()).toEqual([true, true, false]);
    await clear(0, 10_000_000);
    expect(await left()).toEqual([true, false, false]);
    await clear(Number.MAX_SAFE_INTEGER, 10_000_000);
    expect(await left()).toEqual([false, false, false]);
  });
});

it('a channel that was answered survives a kill at any moment, with the swap by which it is tracked', async () => {
  const folder = await readyFolder();
  const said: string[] = [];
  for (const number of LONG_RUN ? [20, 45, 3, 70] : [45]) {
    const writer = childProcess(folder, 'channels');
    await writer.said(number);
    writer.process.kill('SIGKILL');
    await writer.exited;
    said.push(...writer.lines.slice(1));
  }
  const store = await embedded(folder);
  const waiting = new Set((await store.openSwaps(1000)).map(({ channelId }) => channelId));
  for (const line of said) {
    const [what, id = ''] = line.split(' ');
    const channel = await store.loadChannel(id);
    if (what === 'open') expect(channel?.state).toBe('open');
    // The channel and its swap are always settled together.
    expect(waiting.has(id)).toBe(channel?.state === 'open');
  }
  await store.close();
});
