import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { openTestStore, withTestStore } from '../db/test-store.ts';
import type { Observation, ObserveResult } from '../domain/swap-status.ts';
import { cases } from '../domain/test-effort.ts';
import { minedTransaction, PAYOUT, START, trackedSwap } from './test-tracked-swap.ts';
import {
  bitcoin,
  draftOf,
  ether,
  fakeClients,
  HASH,
  MEMO,
  OTHER_VAULT,
  paymentTx,
  saveQuote,
  seenBy,
  trackingWorld,
  VAULT,
} from './test-world.ts';

const db = withTestStore();

const outboundSent: Observation = {
  kind: 'outboundSent',
  at: START,
  leg: 0,
  tx: { hash: PAYOUT, chain: 'ETH', amount: ether('9.9'), address: '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1' },
};
const swapping: Observation = { kind: 'swapping', at: START, leg: 0 };

/** A quote of one BTC route with its payment in a block, and the world around it. */
async function paid(over: Parameters<typeof trackingWorld>[1] = {}) {
  const swap = await trackedSwap(db.store, draftOf(), over);
  swap.chains.utxo.set(HASH, paymentTx({ blockHeight: 100, blockTime: 1_700_000_000 }));
  const request = { quoteId: swap.quoteId, routeIndex: 0, hash: HASH };
  return { ...swap, request, poll: (seconds = 0) => swap.poll(seconds, HASH) };
}
const problem = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error) => error,
  );

describe('what is asked', () => {
  it('an unknown quote or hash is 404 that also says so in the tracking layout', async () => {
    const { tracking } = trackingWorld(db.store);
    for (const request of [
      { quoteId: 'nobody', routeIndex: 0 },
      { hash: 'ff'.repeat(32), routeIndex: 0 },
    ]) {
      const found = await problem(tracking.track(request));
      expect(found).toMatchObject({ name: 'Problem', status: 404, extra: { success: false } });
      expect(found.extra.error).toMatch(/\.$/);
    }
  });

  it('a route that the quote has not, another chain and a hash of another kind are named', async () => {
    const { tracking, quoteId } = await paid();
    const fieldOf = async (more: object) =>
      (await problem(tracking.track({ quoteId, routeIndex: 0, hash: HASH, ...more }))).errors?.[0];
    expect(await fieldOf({ routeIndex: 1 })).toMatchObject({ field: 'routeIndex' });
    expect(await fieldOf({ chainId: 'ETH' })).toMatchObject({
      field: 'chainId',
      message: expect.stringContaining('BTC'),
    });
    expect(await fieldOf({ hash: 'abc' })).toMatchObject({ field: 'hash', message: expect.stringContaining('64 hex') });
  });

  it('takes the chain by name, number and main-network number, and the hash in any spelling', async () => {
    const { tracking, quoteId } = await paid();
    for (const chainId of ['btc', 'BTC', 'Bitcoin', 'bitcoin', 'bitcoin-regtest'])
      expect((await tracking.track({ quoteId, routeIndex: 0, hash: HASH, chainId })).body.success).toBe(true);
    await tracking.track({ quoteId, routeIndex: 0, hash: ` ${HASH.toUpperCase()} ` });
    expect(await db.store.findSwap({ quoteId, routeIndex: 0, hash: HASH })).toBeDefined();
    expect(await db.store.findSwap({ quoteId, routeIndex: 0, hash: HASH.toUpperCase() })).toBeUndefined();
  });

  it('a quote that nobody paid is not started; its hash, once known, is found by the quote alone and by the hash alone', async () => {
    const { tracking, quoteId, request, provider, clock } = await paid();
    // Later than every other swap here that has the same hash.
    clock.now += 60_000;
    const before = await tracking.track({ quoteId, routeIndex: 0 });
    expect(before.body).toMatchObject({ success: true, trackingStatus: 'not_started' });
    expect(before.retryAfterSeconds).toBeGreaterThan(0);
    expect(provider.asked).toEqual([]);
    await tracking.track(request);
    for (const one of [
      { quoteId, routeIndex: 0 },
      { hash: HASH, routeIndex: 0 },
    ])
      expect((await tracking.track(one)).body.data.quoteInfo).toMatchObject({ quoteId, trackParams: { hash: HASH } });
  });

  it('the hash is stored before anything else happens with it', async () => {
    const { tracking, quoteId, deps } = await paid();
    const hanging = trackingWorld(db.store, {
      ...deps,
      clients: fakeClients({ ...trackingWorld(db.store).chains, down: true }),
    });
    await hanging.tracking.track({ quoteId, routeIndex: 0, hash: 'cd'.repeat(32) });
    expect(await db.store.findSwap({ quoteId, routeIndex: 0, hash: 'cd'.repeat(32) })).toBeDefined();
    expect((await tracking.track({ quoteId, routeIndex: 0 })).body.data.quoteInfo?.trackParams?.hash).toBe(
      'cd'.repeat(32),
    );
  });
});

const payoutIn = (blockNumber: number) => minedTransaction({ hash: PAYOUT }, { blockNumber });

/** The tests share a store and a hash: here no other quote has it. */
const alone = () => ({ store: { ...db.store, findNewestSwapByHash: async () => undefined } });

describe('a swap from start to end', () => {
  it('goes from not started to completed, with both layouts and what was really bought', async () => {
    const { chains, provider, poll } = await paid(alone());
    chains.utxo.delete(HASH);
    expect(await poll()).toMatchObject({ trackingStatus: 'not_started', stage: 'inbound' });
    chains.utxo.set(HASH, paymentTx());
    expect(await poll(2)).toMatchObject({ trackingStatus: 'pending', data: { inbound: { confirmations: 0 } } });
    chains.utxo.set(HASH, paymentTx({ blockHeight: 100, blockTime: 1_700_000_000 }));
    provider.say = () => seenBy([swapping]);
    expect(await poll(2)).toMatchObject({
      trackingStatus: 'swapping',
      stage: 'swap',
      data: { inbound: { hash: HASH, amount: '0.5', asset: 'BTC.BTC', confirmations: 1, blockNumber: 100 } },
    });
    provider.say = () => seenBy([outboundSent]);
    const done = await poll(2);
    expect(done).toMatchObject({
      success: true,
      trackingStatus: 'completed',
      stage: 'outbound',
      data: {
        trackingStatus: 'completed',
        trackMeta: { outputTxHash: PAYOUT },
        outbound: { hash: PAYOUT, amount: '9.9', asset: 'ETH.ETH' },
        swap: { status: 'success' },
        route: { actualBuyAmount: '9.9', expectedBuyAmount: '10', legs: [{ actualBuyAmount: '9.9' }] },
      },
    });
    const milestones = done.data.timeline?.map(({ milestone }) => milestone) ?? [];
    expect(milestones.filter((one) => one.startsWith('payment'))).toEqual(['paymentSeen', 'paymentFinal']);
    expect(JSON.stringify(done)).not.toContain('null');
  });

  it('a payment that is in a block when it is first looked at has the time of its block', async () => {
    const { poll } = await paid();
    expect((await poll()).data.timeline).toEqual([
      expect.objectContaining({ milestone: 'paymentFinal', at: '2023-11-14T22:13:20.000Z' }),
    ]);
  });

  it('a final status stays, whatever is said later, and is not asked for again once the payout is deep', async () => {
    const { chains, provider, poll } = await paid();
    provider.say = () => seenBy([outboundSent]);
    expect((await poll()).trackingStatus).toBe('completed');
    chains.evm.set(PAYOUT, payoutIn(99));
    provider.say = () => seenBy([{ kind: 'providerFailed', at: START, leg: 0, reason: 'no' }]);
    const asks = provider.asked.length;
    const deep = await poll(3);
    expect(deep.trackingStatus).toBe('completed');
    expect(deep.data.outbound).toMatchObject({ confirmations: 2, blockNumber: 99 });
    const calls = chains.asked.length;
    expect((await poll(3)).data.outbound).toEqual(deep.data.outbound);
    expect(provider.asked.length).toBe(asks);
    expect(chains.asked.length).toBe(calls);
  });

  it('a payout has its confirmations and its block in the very answer that first tells of it', async () => {
    const { chains, provider, poll } = await paid(alone());
    expect((await poll()).data.outbound).toBeUndefined();
    chains.evm.set(PAYOUT, payoutIn(chains.tip));
    provider.say = () => seenBy([outboundSent]);
    const asks = provider.asked.length;
    expect(await poll(2)).toMatchObject({
      trackingStatus: 'completed',
      data: { outbound: { hash: PAYOUT, confirmations: 1, blockNumber: chains.tip } },
    });
    expect(provider.asked).toHaveLength(asks + 1);
  });

  property.prop(
    [
      fc.shuffledSubarray<Observation>(
        [
          swapping,
          { kind: 'providerSeen', at: START - 5, leg: 0, final: true },
          { kind: 'swapDone', at: START, leg: 0, output: ether('9.9') },
          outboundSent,
        ],
        { minLength: 4 },
      ),
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 4, maxLength: 4 }),
    ],
    { numRuns: cases(15) },
  )('ends the same in whatever order and portions the facts arrive', async (facts, portions) => {
    const { provider, poll } = await paid();
    let rest = facts;
    for (const portion of [...portions, 9]) {
      const now = rest.slice(0, portion);
      rest = rest.slice(portion);
      provider.say = () => seenBy(now);
      await poll(2);
    }
    expect(await poll()).toMatchObject({ trackingStatus: 'completed', data: { route: { actualBuyAmount: '9.9' } } });
  });

  it('a refund tells its reason, and a failed payment on its own chain is failed with the chain’s words', async () => {
    const { provider, poll } = await paid();
    provider.say = () =>
      seenBy([
        {
          kind: 'refundSent',
          at: START,
          leg: 0,
          reason: 'emit asset 1 less than price limit 2',
          cause: 'priceLimit',
          tx: { hash: 'ee'.repeat(32), chain: 'BTC', amount: bitcoin('0.49') },
        },
      ]);
    expect(await poll()).toMatchObject({
      success: true,
      trackingStatus: 'refunded',
      error: 'emit asset 1 less than price limit 2',
      data: {
        swap: { status: 'refunded' },
        refund: { amount: '0.49', hash: 'ee'.repeat(32) },
        reasonCode: 'priceLimit',
      },
    });
    const world = trackingWorld(db.store);
    const rune = draftOf({ sell: { ...bitcoin('1'), asset: { kind: 'native', chain: 'THOR', symbol: 'RUNE' } } });
    const { inboundAddress: _in, targetAddress: _target, ...deposit } = rune;
    const quoteId = await saveQuote(db.store, [deposit]);
    world.chains.cosmos.set(HASH.toUpperCase(), {
      hash: HASH.toUpperCase(),
      height: 5,
      code: 5,
      rawLog: 'insufficient funds',
      messages: [
        {
          '@type': '/types.MsgDeposit',
          coins: [{ asset: { chain: 'THOR', symbol: 'RUNE' }, amount: '100000000' }],
          memo: MEMO,
        },
      ],
    });
    expect((await world.tracking.track({ quoteId, routeIndex: 0, hash: HASH })).body).toMatchObject({
      trackingStatus: 'failed',
      stage: 'inbound',
      error: 'The chain rejected the transaction: insufficient funds.',
    });
  });
});

describe('another payment', () => {
  it('is told with every difference, asks no provider and leaves the quote’s own state alone', async () => {
    const { chains, provider, tracking, quoteId, poll } = await paid();
    provider.say = () => seenBy([swapping]);
    await poll();
    const wrong = 'dd'.repeat(32);
    chains.utxo.set(wrong, paymentTx({ txid: wrong, to: OTHER_VAULT, memo: '=:e:0x00', blockHeight: 99 }));
    provider.say = () => seenBy([outboundSent]);
    const { body, retryAfterSeconds } = await tracking.track({ quoteId, routeIndex: 0, hash: wrong });
    expect(body).toMatchObject({ success: false, error: expect.stringContaining('does not belong') });
    expect(body.data.mismatch).toEqual([
      { field: 'inboundAddress', expected: VAULT, actual: OTHER_VAULT },
      { field: 'memo', expected: MEMO, actual: '=:e:0x00' },
    ]);
    expect(body.data.outbound).toBeUndefined();
    expect(retryAfterSeconds).toBeUndefined();
    expect((await tracking.track({ quoteId, routeIndex: 0 })).body).toMatchObject({
      success: true,
      trackingStatus: 'swapping',
    });
  });

  it('a different amount is shown as it is, one of another size is another payment', async () => {
    const less = await paid(alone());
    less.chains.utxo.set(HASH, paymentTx({ value: 49_000_000n, blockHeight: 100 }));
    expect(await less.poll()).toMatchObject({ success: true, data: { inbound: { amount: '0.49' } } });
    const tiny = await paid(alone());
    tiny.chains.utxo.set(HASH, paymentTx({ value: 4_000_000n, blockHeight: 100 }));
    expect((await tiny.poll()).data.mismatch).toEqual([{ field: 'sellAmount', expected: '0.5', actual: '0.04' }]);
  });

  it('no payment belongs to a route that was quoted without addresses', async () => {
    const { tracking } = trackingWorld(db.store, alone());
    const {
      inboundAddress: _in,
      targetAddress: _target,
      memo: _memo,
      ...indicative
    } = draftOf({ destinationAddress: '' });
    const quoteId = await saveQuote(db.store, [indicative]);
    const { body } = await tracking.track({ quoteId, routeIndex: 0, hash: HASH });
    expect(body).toMatchObject({ success: false, data: { mismatch: [{ field: 'routeIndex' }] } });
  });

  it('where the chain has no node here, the provider’s own view of the payment decides', async () => {
    const clients = fakeClients(trackingWorld(db.store).chains, ['BTC']);
    const own = await paid({ clients, ...alone() });
    own.provider.say = () => seenBy([swapping], { payment: { to: VAULT, memo: MEMO } });
    expect(await own.poll()).toMatchObject({ success: true, trackingStatus: 'swapping' });
    const other = await paid({ clients, ...alone() });
    other.provider.say = () => seenBy([outboundSent], { payment: { to: VAULT, memo: 'another' } });
    expect(await other.poll()).toMatchObject({
      success: false,
      data: { mismatch: [{ field: 'memo', actual: 'another' }] },
    });
    const untold = await paid({ clients, ...alone() });
    untold.provider.say = () => seenBy([outboundSent]);
    expect((await untold.poll()).trackingStatus).toBe('not_started');
  });
});

describe('trouble', () => {
  it('keeps the last state, says that it is stale, and says so no more when the upstream is back', async () => {
    const { chains, provider, poll } = await paid();
    provider.say = () => seenBy([swapping]);
    await poll();
    chains.down = true;
    provider.say = () => Promise.reject(new Error('boom'));
    expect(await poll(2)).toMatchObject({ success: true, trackingStatus: 'swapping', data: { stale: true } });
    expect((await poll(1)).data.stale).toBe(true);
    provider.say = () => seenBy([swapping]);
    expect((await poll(2)).data.stale).toBeUndefined();
  });

  it('an upstream that hangs holds no answer for long', async () => {
    const { provider, poll } = await paid({ answerWithinMs: 20, ...alone() });
    let release: (result: ObserveResult) => void = () => {};
    provider.say = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    expect(await poll()).toMatchObject({ trackingStatus: 'not_started', data: { stale: true } });
    release(seenBy([swapping]));
  });

  it('a hold is told while it lasts, is stored once, and ends', async () => {
    const { provider, poll, quoteId, clock } = await paid();
    const held = (): Observation => ({ kind: 'held', at: clock.now, leg: 0, reason: 'Trading is halted.' });
    provider.say = () => seenBy([swapping, held()]);
    for (const _round of [1, 2, 3]) expect((await poll(2)).data.held).toBe('Trading is halted.');
    const swap = await db.store.findSwap({ quoteId, routeIndex: 0, hash: HASH });
    const stored = await db.store.observationsOf(swap?.id ?? '');
    expect(stored.filter(({ kind }) => kind === 'held')).toHaveLength(1);
    provider.say = () => seenBy([swapping, { kind: 'heldNoMore', at: clock.now, leg: 0 }]);
    expect((await poll(2)).data.held).toBeUndefined();
    provider.say = () => seenBy([swapping, held()]);
    expect((await poll(2)).data.held).toBe('Trading is halted.');
  });
});

describe('a payment that was replaced', () => {
  const BY = 'ef'.repeat(32);
  async function vanished() {
    const world = await paid();
    world.chains.utxo.set(HASH, paymentTx());
    await world.poll();
    world.chains.utxo.delete(HASH);
    world.chains.spends.set(`${'cc'.repeat(32)}:1`, BY);
    return world;
  }

  it('is followed under its new hash when the replacement pays the route', async () => {
    const { chains, provider, poll } = await vanished();
    chains.utxo.set(BY, paymentTx({ txid: BY }));
    expect((await poll(2)).data.replacedBy).toBeUndefined();
    chains.utxo.set(BY, paymentTx({ txid: BY, blockHeight: 100 }));
    expect((await poll(2)).data).toMatchObject({ replacedBy: BY, inbound: { hash: BY, confirmations: 1 } });
    provider.say = () => seenBy([swapping]);
    expect(await poll(2)).toMatchObject({ trackingStatus: 'swapping' });
    expect(provider.asked.at(-1)?.hash).toBe(BY);
  });

  it('is failed when the money went elsewhere for good', async () => {
    const { chains, poll } = await vanished();
    chains.utxo.set(BY, paymentTx({ txid: BY, to: OTHER_VAULT, blockHeight: 100 }));
    expect(await poll(2)).toMatchObject({
      trackingStatus: 'failed',
      stage: 'inbound',
      error: expect.stringContaining(BY),
      data: { replacedBy: BY },
    });
  });
});

describe('many clients', () => {
  it('fifty that poll at once cause one look, and one in each interval', async () => {
    const { tracking, request, provider, clock, chains } = await paid();
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

  it('two instances share the interval', async () => {
    const one = await paid();
    const other = trackingWorld(db.store, { ...one.deps });
    await Promise.all([one.tracking.track(one.request), other.tracking.track(one.request)]);
    expect(one.provider.asked).toHaveLength(1);
  });

  it('listeners of one swap hear each change once and the end, from one loop', async () => {
    const { tracking, request, provider, deps } = await paid();
    const script = [seenBy([]), seenBy([swapping]), seenBy([outboundSent])];
    provider.say = () => script.shift() ?? seenBy([]);
    // Wall-clock time, so that the loop's own pace and the interval agree.
    deps.now = () => Date.now();
    const first = await tracking.track(request);
    const heard: string[][] = [[], [], []];
    await Promise.all(
      heard.map((list) =>
        tracking.follow(request, first, ({ body }) => list.push(body.trackingStatus), new AbortController().signal),
      ),
    );
    for (const list of heard) expect(list).toEqual(['pending', 'swapping', 'completed']);
    expect(provider.asked).toHaveLength(3);
  });

  it('a listener that goes away ends its part only', async () => {
    const { tracking, request, deps } = await paid();
    deps.now = () => Date.now();
    const first = await tracking.track(request);
    const gone = new AbortController();
    const heard: string[] = [];
    const listening = tracking.follow(request, first, ({ body }) => heard.push(body.trackingStatus), gone.signal);
    gone.abort();
    await listening;
    expect(heard).toHaveLength(1);
  });
});

describe('without any client', () => {
  const until = async (done: () => Promise<boolean>) => {
    while (!(await done())) await new Promise((resolve) => setImmediate(resolve));
  };

  it('open swaps are looked at to their end, also by the process after this one', async () => {
    const own = await openTestStore();
    const first = trackingWorld(own.store);
    first.chains.utxo.set(HASH, paymentTx({ blockHeight: 100 }));
    const quoteId = await saveQuote(own.store, [draftOf()]);
    await first.tracking.track({ quoteId, routeIndex: 0, hash: HASH });
    const reopened = await own.reopen();
    const second = trackingWorld(reopened, { now: () => first.clock.now + 60_000, everyMs: 20 });
    second.provider.say = () => seenBy([outboundSent]);
    const observer = second.tracking.start();
    const key = { quoteId, routeIndex: 0, hash: HASH };
    await until(async () => (await reopened.findSwap(key))?.status === 'completed');
    await observer.stop();
    expect(await reopened.openSwaps(10)).toEqual([]);
    await own.dispose();
  });

  it('a process that ended between the facts and their meaning leaves nothing open for ever', async () => {
    const { poll, quoteId, provider } = await paid();
    await poll();
    const swap = await db.store.findSwap({ quoteId, routeIndex: 0, hash: HASH });
    await db.store.appendObservations(swap?.id ?? '', [outboundSent]);
    provider.say = () => seenBy([]);
    await poll(2);
    expect((await db.store.findSwap({ quoteId, routeIndex: 0, hash: HASH }))?.status).toBe('completed');
  });
});
