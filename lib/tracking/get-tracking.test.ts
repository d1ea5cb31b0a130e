import { describe, expect, it } from 'vitest';
import { withTestStore } from '../db/test-store.ts';
import type { Observation } from '../domain/swap-status.ts';
import { cases } from '../domain/test-effort.ts';
import { fc, property } from '../domain/test-property.ts';
import { alone, outboundSent, paidSwap, swapping } from './test-paid-swap.ts';
import { minedTransaction, PAYOUT, START } from './test-tracked-swap.ts';
import {
  bitcoin,
  draftOf,
  ether,
  fakeClients,
  HASH,
  MEMO,
  paymentTx,
  saveQuote,
  seenBy,
  trackingWorld,
} from './test-world.ts';

const db = withTestStore();

const problem = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error) => error,
  );

describe('requests', () => {
  it('an unknown quote or hash is 404, in the tracking layout too', async () => {
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

  it('a route index that the quote lacks, another chain and a hash of another kind are each named', async () => {
    const { tracking, quoteId } = await paidSwap(db.store);
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
    const { tracking, quoteId } = await paidSwap(db.store);
    for (const chainId of ['btc', 'BTC', 'Bitcoin', 'bitcoin', 'bitcoin-regtest'])
      expect((await tracking.track({ quoteId, routeIndex: 0, hash: HASH, chainId })).body.success).toBe(true);
    await tracking.track({ quoteId, routeIndex: 0, hash: ` ${HASH.toUpperCase()} ` });
    expect(await db.store.findSwap({ quoteId, routeIndex: 0, hash: HASH })).toBeDefined();
    expect(await db.store.findSwap({ quoteId, routeIndex: 0, hash: HASH.toUpperCase() })).toBeUndefined();
  });

  it('an unpaid quote is not started; once its hash is known, the quote alone and the hash alone find the swap', async () => {
    const { tracking, quoteId, request, provider, clock } = await paidSwap(db.store);
    // Later than every other swap here with this hash.
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

  it('the hash is stored before anything else is done with it', async () => {
    const { tracking, quoteId, deps } = await paidSwap(db.store);
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

describe('a swap from start to end', () => {
  it('goes from not started to completed, with both layouts and the amount really bought', async () => {
    const { chains, provider, poll } = await paidSwap(db.store, alone(db.store));
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

  it('a payment that is in a block at its first look has the time of that block', async () => {
    const { poll } = await paidSwap(db.store);
    expect((await poll()).data.timeline).toEqual([
      expect.objectContaining({ milestone: 'paymentFinal', at: '2023-11-14T22:13:20.000Z' }),
    ]);
  });

  it('a final status stays, whatever is reported later, and is not observed again once the payout is deep', async () => {
    const { chains, provider, poll } = await paidSwap(db.store);
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

  it('a payout has its confirmations and its block in the first answer that shows it', async () => {
    const { chains, provider, poll } = await paidSwap(db.store, alone(db.store));
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

  property(
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
    const { provider, poll } = await paidSwap(db.store);
    let rest = facts;
    for (const portion of [...portions, 9]) {
      const now = rest.slice(0, portion);
      rest = rest.slice(portion);
      provider.say = () => seenBy(now);
      await poll(2);
    }
    expect(await poll()).toMatchObject({ trackingStatus: 'completed', data: { route: { actualBuyAmount: '9.9' } } });
  });

  it('a refund carries its reason, and a payment that failed on its own chain carries the chain’s message', async () => {
    const { provider, poll } = await paidSwap(db.store);
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
