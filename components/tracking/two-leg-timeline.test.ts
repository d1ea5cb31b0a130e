/** The timeline shows a two-leg swap leg by leg; wherever it ends, the text names the asset and where it is. */

import { describe, expect, it } from 'vitest';
import type { TrackData, TrackResponse } from '../../lib/api/schemas/track.ts';
import { STAGES, TRACKING_STATUSES } from '../../lib/domain/swap-status.ts';
import { MILESTONES } from '../../lib/domain/swap-timeline.ts';
import { fc, property } from '../../lib/domain/test-property.ts';
import { createText } from '../../lib/i18n/text.ts';
import { waitsForDeposit } from '../deposit/channel-text.ts';
import { waitsForOrder } from '../deposit/order-text.ts';
import { lineProgress } from './line-progress.ts';
import { stateText } from './state-text.ts';
import { timeline } from './timeline.ts';
import { paidInBridge, refundTarget } from './track-selectors.ts';

const t = createText('en');
const USDC = 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const LINK = 'ETH.LINK-0x514910771AF9Ca656af840dff83E8264EcF986CA';
const USER = '0xF3c2A81b6c2D10c5c5d2D5C6bA9B0f1C6fE69a0E';
const DEPOSIT = '0x5c1f00d5a3e7b2c94d6a8e01f7b3c5d2e9a40186';
type Route = NonNullable<TrackData['route']>;

const routeOf = (
  providers: Route['providers'],
  [first, second]: readonly [Route['legs'][number]['provider'], Route['legs'][number]['provider']],
  [sellAsset, buyAsset]: readonly [string, string],
  kind: 'refund' | 'fallback',
): Route => ({
  providers,
  sellAsset,
  sellAmount: '100',
  buyAsset,
  expectedBuyAmount: '15',
  expectedBuyAmountMaxSlippage: '14.8',
  sourceAddress: USER,
  destinationAddress: 'bc1qdest',
  fees: [],
  totalSlippageBps: 10,
  legs: [
    { provider: first, sellAsset, sellAmount: '100', buyAsset: USDC, buyAmount: '600', buyAmountMaxSlippage: '597' },
    { provider: second, sellAsset: USDC, sellAmount: '600', buyAsset, buyAmount: '15', buyAmountMaxSlippage: '14.8' },
  ],
  warnings: [],
  meta: { tags: [], bridge: { asset: USDC, otherwise: { kind, note: 'What becomes of it.' } } },
});
const toBitcoin = routeOf(['ONEINCH->CHAINFLIP'], ['ONEINCH', 'CHAINFLIP'], [LINK, 'BTC.BTC'], 'refund');
const toToken = routeOf(['CHAINFLIP->ONEINCH'], ['CHAINFLIP', 'ONEINCH'], ['BTC.BTC', LINK], 'fallback');
const paidFirst = (route: Route): Route => ({
  ...route,
  legs: route.legs.map((leg, index) => (index === 0 ? { ...leg, actualBuyAmount: '599.5' } : leg)),
});

const answer = (
  route: Route,
  trackingStatus: TrackResponse['trackingStatus'],
  stage?: TrackResponse['stage'],
  data: Partial<TrackData> = {},
  error?: string,
): TrackResponse => ({
  success: true,
  trackingStatus,
  ...(stage ? { stage } : {}),
  ...(error ? { error } : {}),
  data: { trackingStatus, route, ...data },
});
type Entry = NonNullable<TrackData['timeline']>[number];
const entry = (leg: number, milestone: Entry['milestone'], more: Partial<Entry> = {}): Entry => ({
  milestone,
  stage: 'swap',
  leg,
  at: '2026-01-01T00:00:00.000Z',
  ...more,
});
const states = (response: TrackResponse) => timeline(t, response).map(({ id, state }) => `${id} ${state}`);
const inbound = { hash: '0x1', amount: '100', asset: LINK, blockNumber: 5 };

describe('1inch, then Chainflip', () => {
  it('goes from the first leg over the meeting point to the second and its payout', () => {
    const swapped = [entry(0, 'swapDone', { amount: '599.5', asset: USDC })];
    const counted = [...swapped, entry(1, 'providerSeen'), entry(1, 'providerCounted')];
    expect(states(answer(toBitcoin, 'pending', 'inbound', { inbound }))).toEqual([
      'sent done',
      'first now',
      'met waiting',
      'second waiting',
      'arrived waiting',
    ]);
    const handed = answer(paidFirst(toBitcoin), 'swapping', 'swap', { inbound, timeline: swapped });
    expect(states(handed)).toEqual(['sent done', 'first done', 'met now', 'second waiting', 'arrived waiting']);
    expect(timeline(t, handed)[1]?.title).toBe('1inch: 100 LINK became 599.5 USDC');
    expect(lineProgress(t, handed)?.section).toBe(2);
    const working = answer(paidFirst(toBitcoin), 'swapping', 'swap', { inbound, timeline: counted });
    expect(states(working)).toEqual(['sent done', 'first done', 'met done', 'second now', 'arrived waiting']);
    expect(lineProgress(t, working)?.section).toBe(3);
    const outbound = { hash: 'b', amount: '14.9', asset: 'BTC.BTC' };
    const arrived = answer(paidFirst(toBitcoin), 'completed', 'outbound', { inbound, outbound, timeline: counted });
    expect(states(arrived)).toEqual(['sent done', 'first done', 'met done', 'second done', 'arrived done']);
    expect(timeline(t, arrived).flatMap(({ tx }) => tx?.hash ?? [])).toEqual(['0x1', 'b']);
  });

  it('says after a refund of the second leg that it is the bridge asset, and where it is', () => {
    const refund = { hash: '0x2', amount: '598.1', asset: USDC, address: USER };
    const back = answer(paidFirst(toBitcoin), 'refunded', 'refund', { inbound, refund }, 'limit missed');
    expect(states(back)).toEqual(['sent done', 'first done', 'met done', 'second back', 'refund back']);
    expect(timeline(t, back).at(-1)).toMatchObject({ title: 'Refund sent', address: USER });
    expect(stateText(t, back)).toBe('USDC came back');
    expect(lineProgress(t, back)).toMatchObject({
      section: 3,
      state: 'turnedBack',
      notes: { 0: ['refunded as USDC'] },
    });
  });

  it('says after a first leg that reverted that nothing was sold, and never mentions the second as ahead', () => {
    const failed = answer(toBitcoin, 'failed', 'inbound', { inbound }, 'less than its minimum');
    expect(states(failed)).toEqual(['sent done', 'first failed']);
    expect(timeline(t, failed).at(-1)).toMatchObject({ title: 'Nothing was sold' });
    expect(timeline(t, failed).at(-1)?.details).toEqual(['Only the network fee was spent.']);
  });

  it('never asks for a payment of the sold asset to the second leg’s channel', () => {
    const depositChannel = {
      depositAddress: DEPOSIT,
      channelId: '1-Ethereum-2',
      expiration: '1900000000',
      payableUntil: '1900000000',
      sourceChainExpiryBlock: 9,
      refundAddress: USER,
    };
    const waiting = answer(toBitcoin, 'not_started', 'inbound', { depositChannel });
    expect(waitsForDeposit(waiting)).toBe(false);
    expect(waitsForOrder(waiting)).toBe(false);
    expect(stateText(t, waiting)).toBe('Waiting for payment');
    expect(refundTarget(waiting.data)).toBe('sender');
    const own = answer(toToken, 'not_started', 'inbound', { depositChannel });
    expect(waitsForDeposit(own)).toBe(true);
    expect(stateText(t, own)).toBe('Waiting for your deposit');
  });
});

describe('Chainflip, then 1inch', () => {
  const paid = { hash: 'a', amount: '100', asset: 'BTC.BTC' };
  const sent = [entry(0, 'payoutSent', { hash: '0x9', chain: 'ETH', amount: '599.5', asset: USDC })];

  it('shows the hashes of both, since the payout of the first makes the second leg', () => {
    const outbound = { hash: '0x9', amount: '14.9', asset: LINK };
    const arrived = answer(paidFirst(toToken), 'completed', 'outbound', { inbound: paid, outbound, timeline: sent });
    expect(states(arrived)).toEqual(['sent done', 'confirmed done', 'first done', 'second done', 'arrived done']);
    expect(timeline(t, arrived)[2]).toMatchObject({
      title: 'Chainflip: 100 BTC became 599.5 USDC',
      tx: { hash: '0x9' },
    });
    expect(new Set(timeline(t, arrived).flatMap(({ tx }) => tx?.hash ?? []))).toEqual(new Set(['a', '0x9']));
  });

  it('shows the fallback as a payment in the bridge asset, not as a refund', () => {
    const refund = { hash: '0x9', amount: '599.5', asset: USDC, address: 'bc1qdest', fallback: true };
    const fallback = answer(paidFirst(toToken), 'refunded', 'refund', { inbound: paid, refund, timeline: sent });
    expect(states(fallback)).toEqual(['sent done', 'confirmed done', 'first done', 'second back', 'fallback back']);
    expect(timeline(t, fallback).at(-1)).toMatchObject({
      title: '599.5 USDC arrived instead of LINK',
      address: 'bc1qdest',
    });
    expect(stateText(t, fallback)).toBe('Paid in USDC');
    expect(lineProgress(t, fallback)).toMatchObject({ section: 4, state: 'diverted' });
    expect(
      timeline(t, fallback)
        .map(({ title }) => title)
        .join(),
    ).not.toContain('came back');
  });

  it('shows a refund of the first leg as the sold asset coming back', () => {
    const refund = { hash: 'c', amount: '99.9', asset: 'BTC.BTC', address: 'bc1q' };
    const back = answer(toToken, 'refunded', 'refund', { inbound: paid, refund }, 'limit missed');
    expect(paidInBridge(back.data)).toBeUndefined();
    expect(states(back)).toEqual(['sent done', 'confirmed done', 'first back', 'refund back']);
    expect(stateText(t, back)).toBe('Refunded');
    expect(lineProgress(t, back)).toMatchObject({ section: 1, state: 'turnedBack' });
  });
});

const milestones = fc.array(
  fc.record({ leg: fc.integer({ min: 0, max: 1 }), milestone: fc.constantFrom(...MILESTONES) }),
  { maxLength: 8 },
);

property([
  fc.constantFrom(toBitcoin, toToken, paidFirst(toBitcoin), paidFirst(toToken)),
  fc.constantFrom(...TRACKING_STATUSES),
  fc.constantFrom(...STAGES),
  milestones,
  fc.option(fc.record({ asset: fc.constantFrom(USDC, LINK, 'BTC.BTC'), fallback: fc.boolean() }), { nil: undefined }),
])('has steps, texts and a position on the line for any facts in any order', (route, status, stage, facts, refund) => {
  const response = answer(route, status, stage, {
    timeline: facts.map(({ leg, milestone }) => entry(leg, milestone)),
    ...(refund ? { refund } : {}),
  });
  const steps = timeline(t, response);
  expect(steps.length).toBeGreaterThan(1);
  expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
  for (const step of steps) expect(step.title).not.toMatch(/undefined|^$/);
  expect(stateText(t, response)).not.toBe('');
  const progress = lineProgress(t, response);
  if (progress) expect(progress.section).toBeLessThanOrEqual(4);
});
