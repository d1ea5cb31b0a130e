/**
 * A swap of two legs is reported as it is: no leg's end counts as the whole's, and nothing ends because an upstream
 * is silent.
 */

import { describe, expect, it } from 'vitest';
import type { RouteDraft } from '../../domain/route.ts';
import type { Observation } from '../../domain/swap-status.ts';
import { fc, property } from '../../domain/test-property.ts';
import type { TrackedLeg } from '../provider.ts';
import {
  amountOf,
  BONK,
  BTC,
  BTC_USER,
  ETH_CHANNEL,
  ETH_USER,
  LIVE,
  legsWorld,
  SOL_CHANNEL,
  SOL_USDC,
  SOL_USER,
  UNI,
  USDC,
} from './testing/legs-double.ts';
import { AT, deposited, derive, isStale, nothing, PAYOUT, swapOf, usdc } from './testing/tracked-legs.ts';
import { trackTwoLeg } from './track.ts';

const PAYMENT = `0x${'aa'.repeat(32)}`;

const paid: Observation = {
  kind: 'inboundSeen',
  at: AT,
  final: true,
  tx: { hash: PAYMENT, chain: 'ETH', amount: amountOf(UNI, '100') },
};

const firstDone: Observation[] = [
  { kind: 'swapDone', at: AT + 1, leg: 0, output: usdc('995') },
  {
    kind: 'outboundSent',
    at: AT + 1,
    leg: 0,
    refundDue: false,
    tx: { hash: PAYMENT, chain: 'ETH', amount: usdc('995'), address: ETH_CHANNEL },
  },
];

/** A swap on the seller's chain into a channel. */
async function intoChannel(over: { solana?: boolean } = {}) {
  const world = legsWorld(over.solana ? 'JUPITER->CHAINFLIP' : 'ONEINCH->CHAINFLIP');
  const [sellAsset, bridge] = over.solana ? [BONK, SOL_USDC] : [UNI, USDC];
  const sourceAddress = over.solana ? SOL_USER : ETH_USER;
  world.rates[1].rate = 1e-5;
  const request = world.request({ sellAsset, buyAsset: BTC, sourceAddress, destinationAddress: BTC_USER });
  const quoted = await world.draftFor(request, bridge);
  if (!quoted.twoLeg) throw new Error('no legs');
  const channel = {
    depositAddress: over.solana ? SOL_CHANNEL : ETH_CHANNEL,
    channelId: '100-ETH-1',
    issuedBlock: 100,
    sourceChainExpiryBlock: 9_000,
    expiresAt: AT + 86_400_000,
    destinationAddress: BTC_USER,
    refundAddress: sourceAddress,
  };
  const route: RouteDraft = { ...quoted, orderId: channel.channelId, twoLeg: { ...quoted.twoLeg, channel } };
  const look = (leg: 0 | 1, change: Partial<TrackedLeg> = {}) =>
    trackTwoLeg(
      world.setup,
      { route, leg, hash: PAYMENT, chain: sellAsset.chain, knownSince: AT - 60_000, ...change },
      LIVE,
    );
  return { ...world, route, channel, look };
}

describe('the first leg, a swap on the seller’s chain', () => {
  it('is asked of its own provider with its own draft, by the payment', async () => {
    const { look, tracked, route } = await intoChannel();
    expect(await look(0)).toEqual(nothing);
    expect(tracked).toHaveLength(1);
    expect(tracked[0]).toMatchObject({ by: 'first', leg: { leg: 0, hash: PAYMENT, chain: 'ETH' } });
    expect(tracked[0]?.leg.route).toEqual(route.twoLeg?.legs[0]);
    expect(tracked[0]?.leg.channel).toBeUndefined();
  });

  it('pending: nothing is known yet but the payment', () => {
    const seen: Observation = { ...paid, final: false };
    expect(swapOf(seen)).toMatchObject({ trackingStatus: 'pending', stage: 'inbound' });
  });

  it('done: the money is between the legs, which is not an end', async () => {
    const { look, upstream } = await intoChannel();
    upstream.first = async () => ({ observations: firstDone, stale: false });
    const { observations } = await look(0);
    expect(observations).toEqual(firstDone);
    const swap = swapOf(paid, ...observations);
    expect(swap).toMatchObject({ trackingStatus: 'swapping', stage: 'swap' });
    expect(swap.legOutputs[0]).toEqual(usdc('995'));
  });

  it('reverted: the payment failed, nothing was sold', async () => {
    const { look, upstream } = await intoChannel();
    const reason = 'The price moved past your limit. Nothing was sold, only gas was spent.';
    upstream.first = async () => ({
      observations: [{ kind: 'providerFailed', at: AT, leg: 0, reason, cause: 'priceLimit' }],
      stale: false,
    });
    const { observations } = await look(0);
    expect(swapOf({ ...paid, final: false }, ...observations)).toMatchObject({
      trackingStatus: 'failed',
      stage: 'inbound',
      reason,
      reasonCode: 'priceLimit',
      inbound: { hash: PAYMENT },
    });
  });

  it('is stale while its provider cannot be asked', async () => {
    const { look, upstream } = await intoChannel();
    upstream.first = async () => isStale;
    expect(await look(0)).toEqual(isStale);
  });

  it('is not asked for without a payment', async () => {
    const { look, tracked } = await intoChannel();
    expect(await look(0, { hash: '' })).toEqual(nothing);
    expect(tracked).toEqual([]);
  });
});

const seenAtSecond: Observation = {
  kind: 'providerSeen',
  at: AT + 2,
  leg: 1,
  final: true,
  tx: { hash: PAYMENT, chain: 'ETH', amount: usdc('995') },
};

describe('the second leg, a deposit into its channel', () => {
  it('is asked by the channel that the first leg pays, as its own provider quoted it', async () => {
    const { look, tracked, route, channel } = await intoChannel();
    await look(1);
    expect(tracked).toEqual([
      { by: 'second', leg: expect.objectContaining({ leg: 1, hash: PAYMENT, channel, route: route.twoLeg?.legs[1] }) },
    ]);
  });

  it.each<[string, Observation[], object]>([
    ['waiting', [], { trackingStatus: 'swapping', stage: 'swap' }],
    ['received', [seenAtSecond], { trackingStatus: 'swapping', stage: 'swap' }],
    [
      'swapping',
      [seenAtSecond, { kind: 'swapping', at: AT + 3, leg: 1, swapId: '7' }],
      { trackingStatus: 'swapping', swapId: '7' },
    ],
    [
      'paid out',
      [
        seenAtSecond,
        {
          kind: 'outboundSent',
          at: AT + 4,
          leg: 1,
          refundDue: false,
          tx: { hash: 'cc'.repeat(32), chain: 'BTC', amount: amountOf(BTC, '0.0099'), address: BTC_USER },
        },
      ],
      { trackingStatus: 'completed', stage: 'outbound', output: amountOf(BTC, '0.0099') },
    ],
    [
      'refunded',
      [
        seenAtSecond,
        {
          kind: 'refundSent',
          at: AT + 4,
          leg: 1,
          outputDue: false,
          reason: 'The price stayed below the guaranteed one; the rest is sent back, less the network fee.',
          tx: { hash: PAYOUT, chain: 'ETH', amount: usdc('990'), address: ETH_USER },
        },
      ],
      {
        trackingStatus: 'refunded',
        stage: 'refund',
        refund: { amount: usdc('990'), toAddress: ETH_USER },
        reason: expect.stringContaining('USDC'),
      },
    ],
  ])('%s', async (_what, reported, expected) => {
    const { look, upstream } = await intoChannel();
    upstream.second = async () => ({ observations: reported, stale: false });
    const { observations, stale } = await look(1);
    expect(stale).toBe(false);
    expect(swapOf(paid, ...firstDone, ...observations)).toMatchObject(expected);
  });

  it.each([
    ['too small', { tx: { hash: PAYMENT, chain: 'ETH' as const } }],
    ['after the channel had ended', {}],
  ])('a deposit that is %s ends the second leg, not the payment', async (_what, about) => {
    const { look, upstream } = await intoChannel();
    const reason = 'The network keeps such deposits.';
    upstream.second = async () => ({
      observations: [{ kind: 'inboundFailed', at: AT + 3, reason, ...about }],
      stale: false,
    });
    const { observations } = await look(1);
    const swap = swapOf(paid, ...firstDone, ...observations);
    expect(swap).toMatchObject({ trackingStatus: 'failed', stage: 'swap' });
    expect(swap.reason).toMatch(/^The first leg is through\. Chainflip, the second leg: The network keeps/);
    expect(swap.inbound?.hash).toBe(PAYMENT);
  });

  it('is stale while the backend cannot be asked', async () => {
    const { look, upstream } = await intoChannel();
    upstream.second = async () => isStale;
    expect(await look(1)).toEqual(isStale);
  });

  describe('on Solana, where the transaction that paid a channel is named late', () => {
    const HASH = '5'.repeat(88);
    const OTHER = '4'.repeat(88);
    const paidIn = amountOf(SOL_USDC, '995');
    const sent = (amount: string): Observation => ({
      kind: 'outboundSent',
      at: AT + 4,
      leg: 1,
      refundDue: false,
      tx: { hash: 'cc'.repeat(32), chain: 'BTC', amount: amountOf(BTC, amount), address: BTC_USER },
    });
    /** As the adapter reports a deposit: by the hash that it is asked with, while it knows none itself. */
    const deposit = (amount: string, hash: string | undefined): Observation => {
      const { tx: _tx, ...seen } = seenAtSecond as Extract<Observation, { kind: 'providerSeen' }>;
      return { ...seen, ...(hash ? { tx: { hash, chain: 'SOL', amount: amountOf(SOL_USDC, amount) } } : {}) };
    };

    it('the channel reports it, and is not asked again once it names this very transaction', async () => {
      const { look, tracked, channel, upstream } = await intoChannel({ solana: true });
      const reported = [deposit('995', HASH), sent('0.0099')];
      upstream.second = async () => ({ observations: reported, stale: false });
      expect((await look(1, { hash: HASH, paidIn })).observations).toEqual(reported);
      expect(tracked.map(({ leg }) => leg)).toMatchObject([{ hash: '', channel }]);
    });

    it.each(['995', '995.5'])('before that a deposit of the paid amount, or dust more, is ours: %s', async (amount) => {
      const { look, upstream } = await intoChannel({ solana: true });
      upstream.second = async ({ hash }) => ({ observations: [deposit(amount, hash), sent('0.0099')], stale: false });
      expect((await look(1, { hash: HASH, paidIn })).observations).toEqual([deposit(amount, HASH), sent('0.0099')]);
    });

    it.each(['3', '994.999999', '1990'])('another deposit ends nothing of ours: %s', async (amount) => {
      const { look, upstream } = await intoChannel({ solana: true });
      upstream.second = async ({ hash }) => ({ observations: [deposit(amount, hash), sent('0.004')], stale: false });
      expect(await look(1, { hash: HASH, paidIn })).toEqual(nothing);
    });

    it('when the channel names another transaction this one is asked for by its hash', async () => {
      const { look, upstream } = await intoChannel({ solana: true });
      const own = [deposit('995', HASH), sent('0.0099')];
      upstream.second = async ({ hash }) => ({
        observations: hash === HASH ? own : [deposit('3', OTHER), sent('0.00003')],
        stale: false,
      });
      expect((await look(1, { hash: HASH, paidIn })).observations).toEqual(own);
    });
  });

  it('without a channel there is nothing to ask for', async () => {
    const { look, tracked, route } = await intoChannel();
    const { channel: _none, ...twoLeg } = route.twoLeg ?? { channel: undefined };
    expect(await look(1, { route: { ...route, twoLeg: twoLeg as NonNullable<RouteDraft['twoLeg']> } })).toEqual(
      nothing,
    );
    expect(tracked).toEqual([]);
  });
});

describe('an unreported payment', () => {
  it('is looked for in the channel, but not before the backend can know that', async () => {
    const { look, tracked, upstream } = await intoChannel();
    expect(await look(1, { hash: '', knownSince: AT - 1000 })).toEqual(nothing);
    expect(tracked).toEqual([]);
    upstream.second = async () => ({ observations: [seenAtSecond], stale: false });
    expect((await look(1, { hash: '' })).observations).toEqual([seenAtSecond]);
    // Known since before the clock was set back.
    expect((await look(1, { hash: '', knownSince: AT + 600_000 })).observations).toEqual([seenAtSecond]);
  });

  it('that never came is reported as the channel does: nothing was paid, so nothing has failed behind it', async () => {
    const { look, upstream } = await intoChannel();
    const expired: Observation = { kind: 'inboundFailed', at: AT, reason: 'No deposit arrived.' };
    upstream.second = async () => ({ observations: [expired], stale: false });
    expect((await look(1, { hash: '' })).observations).toEqual([expired]);
  });
});

/** Everything that may be reported of each kind of swap, in any order and any number of times. */
const STORIES: [string, Observation[], string][] = [
  [
    'completed',
    [
      paid,
      ...firstDone,
      seenAtSecond,
      { kind: 'outboundSent', at: AT + 9, leg: 1, refundDue: false, tx: { hash: 'x', chain: 'BTC' } },
    ],
    'completed',
  ],
  [
    'refunded in between',
    [
      paid,
      ...firstDone,
      seenAtSecond,
      { kind: 'refundSent', at: AT + 9, leg: 1, outputDue: false, tx: { hash: PAYOUT, chain: 'ETH' } },
    ],
    'refunded',
  ],
  [
    'paid the bridge asset',
    [
      ...deposited,
      { kind: 'refundSent', at: AT + 9, leg: 1, outputDue: false, fallback: true, tx: { hash: PAYOUT, chain: 'ETH' } },
    ],
    'refunded',
  ],
  ['under way', [paid, ...firstDone, seenAtSecond], 'swapping'],
];

describe('in any order of reports', () => {
  property([
    fc
      .constantFrom(...STORIES)
      .chain(([, facts, status]) =>
        fc.tuple(fc.shuffledSubarray(facts, { minLength: facts.length }), fc.constant(status)),
      ),
  ])('the end is the same', ([facts, status]) => {
    expect(derive([...facts, ...facts]).trackingStatus).toBe(status);
  });
});
