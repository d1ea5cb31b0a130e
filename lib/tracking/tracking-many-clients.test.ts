/** With any number of clients, or none, a swap is observed once in each interval until its end. */
import { afterAll, describe, expect, it } from 'vitest';
import { embedded, freshFolder, removeFolders } from '../db/test-folders.ts';
import { withTestStore } from '../db/test-store.ts';
import { outboundSent, paidSwap, swapping } from './test-paid-swap.ts';
import { draftOf, HASH, paymentTx, saveQuote, seenBy, trackingWorld } from './test-world.ts';

const db = withTestStore();
afterAll(removeFolders);

describe('many clients', () => {
  it('fifty clients that poll at once cause one look, and one in each interval', async () => {
    const { tracking, request, provider, clock, chains } = await paidSwap(db.store);
    provider.say = () => seenBy([swapping]);
    const all = await Promise.all(Array.from({ length: 50 }, () => tracking.track(request)));
    expect(provider.asked).toHaveLength(1);
    expect(chains.asked.filter((what) => what === 'transaction')).toHaveLength(1);
    expect(new Set(all.map(({ body }) => body.trackingStatus))).toEqual(new Set(['swapping']));
    expect(all[0]?.retryAfterSeconds).toBe(2);
    clock.now += 1000;
    await Promise.all(Array.from({ length: 50 }, () => tracking.track(request)));
    expect(provider.asked).toHaveLength(1);
    clock.now += 1000;
    await Promise.all(Array.from({ length: 50 }, () => tracking.track(request)));
    expect(provider.asked).toHaveLength(2);
  });

  it('who ask the same at once share what is read for one of them', async () => {
    let reads = 0;
    const observationsOf: typeof db.store.observationsOf = (id) => {
      reads += 1;
      return db.store.observationsOf(id);
    };
    const { tracking, request, provider } = await paidSwap({ ...db.store, observationsOf });
    provider.say = () => seenBy([swapping]);
    await tracking.track(request);
    reads = 0;
    const [one, ...others] = await Promise.all(Array.from({ length: 50 }, () => tracking.track(request)));
    expect(reads).toBe(1);
    for (const other of others) expect(other?.body).toBe(one?.body);
    await tracking.track(request);
    expect(reads).toBe(2);
  });

  it('two instances share the interval', async () => {
    const one = await paidSwap(db.store);
    const other = trackingWorld(db.store, { ...one.deps });
    await Promise.all([one.tracking.track(one.request), other.tracking.track(one.request)]);
    expect(one.provider.asked).toHaveLength(1);
  });

  it('listeners of one swap receive each change once and the end, from one loop', async () => {
    const { tracking, request, provider, deps } = await paidSwap(db.store);
    const script = [seenBy([]), seenBy([swapping]), seenBy([outboundSent])];
    provider.say = () => script.shift() ?? seenBy([]);
    // Wall-clock time, so that the loop's own pace and the interval agree.
    deps.now = () => Date.now();
    const first = await tracking.track(request);
    const received: string[][] = [[], [], []];
    await Promise.all(
      received.map((list) =>
        tracking.follow(request, first, ({ body }) => list.push(body.trackingStatus), new AbortController().signal),
      ),
    );
    for (const list of received) expect(list).toEqual(['pending', 'swapping', 'completed']);
    expect(provider.asked).toHaveLength(3);
  });

  it('a further listener has what the loop says, without a question of its own', async () => {
    const { tracking, request, provider, deps } = await paidSwap(db.store);
    const [found, gone] = [provider.asked, new AbortController()];
    provider.say = () => seenBy([swapping]);
    const first = await tracking.first(request);
    const loop = tracking.follow(request, first, () => undefined, gone.signal);
    const asked = found.length;
    const started = deps.now();
    deps.now = () => started + 1999;
    expect(await tracking.first(request)).toBe(first);
    expect(found).toHaveLength(asked);
    // As old as a look may be, it is asked for again.
    deps.now = () => started + 2000;
    expect(await tracking.first(request)).not.toBe(first);
    expect(found).toHaveLength(asked + 1);
    gone.abort();
    await loop;
  });

  it('a listener misses no change that the loop found before it listened', async () => {
    const { tracking, request, provider, deps } = await paidSwap(db.store);
    deps.now = () => Date.now();
    const script = [seenBy([]), seenBy([swapping]), seenBy([])];
    provider.say = () => script.shift() ?? seenBy([outboundSent]);
    const first = await tracking.track(request);
    const early: string[] = [];
    const late: string[] = [];
    let changed: () => void = () => undefined;
    const swaps = new Promise<void>((resolve) => {
      changed = resolve;
    });
    const follow = (list: string[]) =>
      tracking.follow(
        request,
        first,
        ({ body }) => {
          list.push(body.trackingStatus);
          if (body.trackingStatus === 'swapping') changed();
        },
        new AbortController().signal,
      );
    const one = follow(early);
    await swaps;
    await Promise.all([one, follow(late)]);
    expect(early).toEqual(['pending', 'swapping', 'completed']);
    expect(late).toEqual(['pending', 'swapping', 'completed']);
  });

  it('a listener that leaves ends only its own stream', async () => {
    const { tracking, request, deps } = await paidSwap(db.store);
    deps.now = () => Date.now();
    const first = await tracking.track(request);
    const gone = new AbortController();
    const received: string[] = [];
    const listening = tracking.follow(request, first, ({ body }) => received.push(body.trackingStatus), gone.signal);
    gone.abort();
    await listening;
    expect(received).toHaveLength(1);
  });
});

describe('without any client', () => {
  const until = async (done: () => Promise<boolean>) => {
    while (!(await done())) await new Promise((resolve) => setImmediate(resolve));
  };

  it('open swaps are observed to their end, also by the next process', async () => {
    const folder = freshFolder();
    const store = await embedded(folder);
    const first = trackingWorld(store);
    first.chains.utxo.set(HASH, paymentTx({ blockHeight: 100 }));
    const quoteId = await saveQuote(store, [draftOf()]);
    await first.tracking.track({ quoteId, routeIndex: 0, hash: HASH });
    await store.close();
    const reopened = await embedded(folder);
    const second = trackingWorld(reopened, { now: () => first.clock.now + 60_000, everyMs: 20 });
    second.provider.say = () => seenBy([outboundSent]);
    const observer = second.tracking.start();
    const key = { quoteId, routeIndex: 0, hash: HASH };
    await until(async () => (await reopened.findSwap(key))?.status === 'completed');
    await observer.stop();
    expect(await reopened.openSwaps(10)).toEqual([]);
    await reopened.close();
  });

  it('a process that ended between storing facts and deriving their status leaves no swap open for ever', async () => {
    const { poll, quoteId, provider } = await paidSwap(db.store);
    await poll();
    const swap = await db.store.findSwap({ quoteId, routeIndex: 0, hash: HASH });
    await db.store.appendObservations(swap?.id ?? '', [outboundSent]);
    provider.say = () => seenBy([]);
    await poll(2);
    expect((await db.store.findSwap({ quoteId, routeIndex: 0, hash: HASH }))?.status).toBe('completed');
  });
});
