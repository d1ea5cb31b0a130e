/** What was created upstream is known once, in every instance, even after a kill. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LONG_RUN } from '../domain/test-effort.ts';
import type { PreparationClaim, Store } from './store.ts';
import { testClaim, UNLIMITED } from './test-channels.ts';
import { childProcess, embedded, freshFolder, readyFolder } from './test-folders.ts';
import { testInstances } from './test-instances.ts';
import { orderDraft, testPreparation } from './test-preparations.ts';

const { kinds, onPostgres } = testInstances();

let count = 0;
const next = (): string => {
  count += 1;
  return `${count}-${Math.random().toString(36).slice(2)}`;
};

const NOTHING_MADE = {
  state: 'failed',
  draft: null,
  livesUntil: null,
  failure: { errorCode: 'insufficientLiquidity', message: 'No.' },
} as const;

describe.each(kinds)('orders in $kind', ({ open }) => {
  let store: Store;
  let other: Store;
  beforeAll(async () => {
    [store, other] = await open();
  });
  afterAll(async () => {
    await store.close();
    if (other !== store) await other.close();
  });

  type Over = Partial<PreparationClaim> & { by?: Store };
  function terms() {
    const key = `key-${next()}`;
    const claim = ({ by = store, ...over }: Over = {}) =>
      by.claimPreparation(testPreparation({ id: next(), key, now: 1_000_000, client: key, ...over }));
    const mine = async (over: Over = {}) => {
      const claimed = await claim(over);
      if (claimed.outcome !== 'mine') throw new Error(claimed.outcome);
      return claimed.row;
    };
    const created = async (over: Over & { livesUntil?: number } = {}) => {
      const { livesUntil = 1_001_000, ...rest } = over;
      const { id } = await mine(rest);
      return store.settlePreparation(id, {
        state: 'created',
        draft: orderDraft(`order-${key}`),
        livesUntil,
        failure: null,
      });
    };
    return { key, claim, mine, created };
  }

  it('one of many that ask at once in two instances creates it; all others learn which', async () => {
    const { claim } = terms();
    const all = await Promise.all(Array.from({ length: 20 }, (_, n) => claim({ by: n % 2 ? store : other })));
    expect(all.filter(({ outcome }) => outcome === 'mine')).toHaveLength(1);
    expect(all.filter(({ outcome }) => outcome === 'exists')).toHaveLength(19);
    const ids = all.map((one) => ('row' in one ? one.row.id : one.outcome));
    expect(new Set(ids).size).toBe(1);
  });

  it('a created one is read back whole, amounts to the unit, while it lives and no longer', async () => {
    const { key, claim, created } = terms();
    const made = await created();
    expect(made).toMatchObject({ state: 'created', draft: orderDraft(`order-${key}`), livesUntil: 1_001_000 });
    expect(await other.loadPreparation(made.id)).toEqual(made);
    const asked = { key, now: 1_000_999, creatingSince: 1_000_899 };
    expect(await other.livingPreparation(asked)).toEqual(made);
    expect(await claim({ now: 1_000_999, by: other })).toEqual({ outcome: 'exists', row: made });
    expect(await store.livingPreparation({ ...asked, key: 'another' })).toBeUndefined();
    expect(await store.livingPreparation({ ...asked, now: 1_001_000 })).toBeUndefined();
    expect((await claim({ now: 1_001_000 })).outcome).toBe('mine');
  });

  it('is settled once: a later outcome changes nothing', async () => {
    const made = await terms().created();
    expect(await other.settlePreparation(made.id, NOTHING_MADE)).toEqual(made);
  });

  it('a failed one gives its reason and makes room at once, and is not counted', async () => {
    const { claim, mine } = terms();
    const limits = { ...UNLIMITED, perClient: 1 };
    const { id } = await mine({ limits });
    await store.settlePreparation(id, NOTHING_MADE);
    expect(await other.loadPreparation(id)).toMatchObject({ state: 'failed', failure: NOTHING_MADE.failure });
    expect((await claim({ limits })).outcome).toBe('mine');
  });

  it('one whose instance died makes room once it is stale', async () => {
    const { claim } = terms();
    await claim();
    expect((await claim({ now: 1_000_100 })).outcome).toBe('exists');
    expect((await claim({ now: 1_000_101 })).outcome).toBe('mine');
  });

  it('one that is paid or over is not handed out again', async () => {
    const [ended, paid] = [terms(), terms()];
    const { id } = await ended.created();
    await other.endPreparation(id, 1_000_010);
    expect((await ended.claim({ now: 1_000_010 })).outcome).toBe('mine');
    const { draft } = await paid.created();
    await other.endOrder(draft?.orderId ?? '', 1_000_010);
    expect((await paid.claim({ now: 1_000_010 })).outcome).toBe('mine');
  });

  it('never more for one client, nor in all, than allowed, even when all are asked for at once', async () => {
    const client = `client-${next()}`;
    // Half of a day's share may be used at once.
    const limits = { ...UNLIMITED, perClient: 6 };
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, n) => terms().claim({ client, limits, by: n % 2 ? store : other })),
    );
    expect(all.filter(({ outcome }) => outcome === 'mine')).toHaveLength(3);
    const full = all.find(({ outcome }) => outcome === 'full');
    expect(full).toMatchObject({ outcome: 'full', limit: 'client', until: expect.any(Number) });
  });

  it('a route with an order is tracked from the moment that its quote is stored, and its quote is kept as long as it can be paid', async () => {
    const [id, old] = [`quote-${next()}`, `quote-${next()}`];
    const drafts = [orderDraft(undefined), orderDraft('order-1'), orderDraft('order-2')];
    await store.saveQuote({ id, createdAt: 7, request: {}, response: {}, drafts });
    await store.saveQuote({ id: old, createdAt: 7, request: {}, response: {}, drafts: [orderDraft(undefined)] });
    expect(await other.findSwapOfRoute({ quoteId: id, routeIndex: 0 })).toBeUndefined();
    const waiting = { hash: '', chain: 'BTC', status: 'not_started', channelId: null, createdAt: 7 };
    expect(await other.findSwap({ quoteId: id, routeIndex: 1, hash: '' })).toMatchObject(waiting);
    expect(await other.findSwapOfRoute({ quoteId: id, routeIndex: 2 })).toMatchObject(waiting);
    const { id: gone } = await terms().created({ now: 10, livesUntil: 20 });
    const { id: living } = await terms().created({ now: 10, livesUntil: 90_000_000 });
    const clearing = { now: 0, unpayableBefore: 1000, unpaidBefore: 1, paidBefore: undefined };
    await store.clearQuotes(clearing);
    expect(await store.loadQuote(old)).toBeUndefined();
    expect((await store.loadQuote(id))?.drafts).toEqual(drafts);
    expect(await store.loadPreparation(gone)).toBeUndefined();
    expect(await store.loadPreparation(living)).toBeDefined();
    await store.clearQuotes({ ...clearing, unpaidBefore: 1000 });
    expect(await store.loadQuote(id)).toBeUndefined();
  });
});

it('data of one network is never visible from the other', async () => {
  const [sandbox, mainnet] = [await onPostgres(), await onPostgres('mainnet')];
  const claim = testPreparation({ id: next(), key: next(), now: 1, limits: UNLIMITED });
  await sandbox.claimPreparation(claim);
  expect(await mainnet.loadPreparation(claim.id)).toBeUndefined();
  expect(await mainnet.livingPreparation(claim)).toBeUndefined();
  expect((await mainnet.claimPreparation({ ...claim, id: next() })).outcome).toBe('mine');
  await Promise.all([sandbox.close(), mainnet.close()]);
});

it('an order that was answered survives a kill at any moment, with the swap by which it is tracked', async () => {
  const folder = await readyFolder();
  const said: string[] = [];
  for (const number of LONG_RUN ? [20, 45, 3, 70] : [45]) {
    const writer = childProcess(folder, 'orders');
    await writer.said(number);
    writer.process.kill('SIGKILL');
    await writer.exited;
    said.push(...writer.lines.slice(1));
  }
  const store = await embedded(folder);
  for (const line of said) {
    const [what, id = ''] = line.split(' ');
    const stored = await store.loadPreparation(id);
    expect(stored?.state).toBe(what === 'creating' ? stored?.state : 'created');
    const quote = await store.loadQuote(id);
    const swap = await store.findSwap({ quoteId: id, routeIndex: 0, hash: '' });
    if (what === 'quoted') expect(quote).toBeDefined();
    // The quote and its swap are always stored together.
    expect(swap !== undefined).toBe(quote !== undefined);
  }
  await store.close();
});

it('after a kill an order under creation is created again at once, and a channel’s opening is in doubt at once', async () => {
  const folder = freshFolder();
  const writer = await embedded(folder);
  const claim = (id: string) => testPreparation({ id, key: 'same terms', now: 1_000_000 });
  expect((await writer.claimPreparation(claim('first'))).outcome).toBe('mine');
  expect((await writer.claimPreparation(claim('second'))).outcome).toBe('exists');
  await writer.saveQuote({ id: 'q', createdAt: 7, request: {}, response: {}, drafts: [] });
  const channel = testClaim({ id: 'opening', quoteId: 'q', key: 'terms', now: 1_000_000 });
  expect((await writer.claimChannel(channel)).outcome).toBe('mine');
  // The writer ends before it records the outcome.
  await writer.close();
  const store = await embedded(folder);
  expect(await store.loadPreparation('first')).toMatchObject({ state: 'failed', draft: null });
  expect((await store.claimPreparation(claim('third'))).outcome).toBe('mine');
  const again = await store.claimChannel({ ...channel, id: 'again' });
  expect(again).toMatchObject({ outcome: 'exists', row: { id: 'opening', failure: { fault: 'uncertain' } } });
  await store.close();
});
