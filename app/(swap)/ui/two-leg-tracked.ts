/** Invented figures of two-leg swaps under way, for the workshop. */
import type { WireRoute } from '../../../lib/api/schemas/route.ts';
import type { TrackData, TrackResponse } from '../../../lib/api/schemas/track.ts';
import { BTC, bitcoinToToken, ETH, LINK, tokenToBitcoin, USDC } from './two-leg-samples.ts';

const HASH = '0x51b1f0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d';
const PAID = 'a91f0c5e0f7f4b8b9a1d2c3e4f5061728394a5b6c7d8e9f00112233445577d2f';
const AT = '2026-11-21T12:00:00.000Z';
type Entry = NonNullable<TrackData['timeline']>[number];
const entry = (
  leg: number,
  milestone: Entry['milestone'],
  stage: Entry['stage'],
  more: Partial<Entry> = {},
): Entry => ({
  milestone,
  stage,
  leg,
  at: AT,
  ...more,
});

const track = (
  route: WireRoute,
  trackingStatus: TrackResponse['trackingStatus'],
  stage: TrackResponse['stage'],
  data: Partial<TrackData>,
  error?: string,
): TrackResponse => ({
  success: true,
  trackingStatus,
  ...(stage ? { stage } : {}),
  data: {
    trackingStatus,
    quoteInfo: {
      quoteId: 'q_0193f2a7',
      routeIndex: 0,
      senderAddress: route.sourceAddress,
      recipientAddress: route.destinationAddress,
      provider: route.providers[0] ?? 'ONEINCH',
    },
    route,
    ...data,
  },
  ...(error ? { error } : {}),
});

const paid = { hash: HASH, amount: '1500', asset: LINK, confirmations: 12, blockNumber: 21_350_112 };
const sent = {
  hash: PAID,
  amount: '0.5',
  asset: 'BTC.BTC',
  confirmations: 3,
  requiredConfirmations: 3,
  blockNumber: 870_112,
};
const handed = (route: WireRoute, amount: string): WireRoute & { legs: { actualBuyAmount?: string }[] } => ({
  ...route,
  legs: route.legs.map((leg, index) => (index === 0 ? { ...leg, actualBuyAmount: amount } : leg)),
});
const toBitcoin = handed(tokenToBitcoin, '23498.9');
const toToken = handed(bitcoinToToken, '47086.2');
const swapped = [entry(0, 'swapDone', 'swap', { amount: '23498.9', asset: USDC })];
const atChainflip = [...swapped, entry(1, 'providerSeen', 'inbound', { evidence: '4 of 6 confirmations' })];
const paidOut = [entry(0, 'payoutSent', 'outbound', { hash: HASH, chain: 'ETH', amount: '47086.2', asset: USDC })];

export const trackedLegs: { name: string; response: TrackResponse }[] = [
  {
    name: 'First leg under way',
    response: track(tokenToBitcoin, 'pending', 'inbound', { inbound: { ...paid, confirmations: 1 } }),
  },
  {
    name: 'Handed over',
    response: track(toBitcoin, 'swapping', 'swap', { inbound: paid, timeline: swapped }),
  },
  {
    name: 'Second leg counts',
    response: track(toBitcoin, 'swapping', 'swap', { inbound: paid, timeline: atChainflip }),
  },
  {
    name: 'Arrived by two legs',
    response: track({ ...toBitcoin, legs: toBitcoin.legs }, 'completed', 'outbound', {
      inbound: paid,
      swap: { status: 'success', swapTime: 48 },
      outbound: { hash: PAID, amount: '0.24811', asset: 'BTC.BTC', address: BTC, confirmations: 2 },
      timeline: [...atChainflip, entry(1, 'swapDone', 'swap'), entry(1, 'payoutSent', 'outbound')],
    }),
  },
  {
    name: 'Second leg refunded',
    response: track(
      toBitcoin,
      'refunded',
      'refund',
      {
        inbound: paid,
        refund: { hash: `0x${'7e'.repeat(32)}`, amount: '23497.1', asset: USDC, address: ETH },
        timeline: [...atChainflip, entry(1, 'refundSent', 'refund')],
      },
      'The price fell below your minimum and did not come back in time.',
    ),
  },
  {
    name: 'First leg reverted',
    response: track(
      tokenToBitcoin,
      'failed',
      'inbound',
      { inbound: { ...paid, confirmations: 1 } },
      'The swap would have paid less than its minimum, so that its transaction reverted.',
    ),
  },
  {
    name: 'On to the second leg',
    response: track(toToken, 'swapping', 'swap', { inbound: sent, timeline: paidOut }),
  },
  {
    name: 'Fallback paid',
    response: track(
      toToken,
      'refunded',
      'refund',
      {
        inbound: sent,
        refund: { hash: HASH, amount: '47086.2', asset: USDC, address: ETH, fallback: true },
        timeline: paidOut,
      },
      'The swap through 1inch would have paid less than your minimum.',
    ),
  },
];
