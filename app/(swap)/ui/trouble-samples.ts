/** Invented figures of swaps that go wrong, for the workshop. */
import type { TrackResponse } from '../../../lib/api/schemas/track.ts';
import { HASH, inbound, OUT, streamingRoute, track } from './samples.ts';

type Named = { name: string; response: TrackResponse; elapsedSeconds?: number };
const { destinationAddress: ETH, sourceAddress: BTC } = streamingRoute;
const refund = { hash: OUT.slice(2), amount: '0.2496', asset: 'BTC.BTC', address: BTC };

export const troubled: readonly Named[] = [
  {
    name: 'Slow',
    response: track('swapping', 'outbound', {
      inbound,
      remainingSeconds: 900,
      outbound: { amount: '15.0711', asset: 'ETH.ETH' },
    }),
    elapsedSeconds: 9000,
  },
  {
    name: 'Not seen for a long time',
    response: track('not_started', 'inbound', { inbound: { hash: HASH } }),
    elapsedSeconds: 3600,
  },
  {
    name: 'Replaced in the wallet',
    response: track('pending', 'inbound', { inbound: { ...inbound, confirmations: 0 }, replacedBy: OUT.slice(2) }),
  },
];

export const troubledEnds: readonly Named[] = [
  {
    name: 'Arrived in part',
    response: track(
      'completed',
      'outbound',
      {
        inbound,
        outbound: { hash: OUT, amount: '7.5377', asset: 'ETH.ETH', address: ETH, confirmations: 3 },
        refund,
        route: { ...streamingRoute, actualBuyAmount: '7.5377' },
      },
      'The rest would have paid less than its limit.',
    ),
  },
  {
    name: 'Paid out, but not sent',
    response: track('swapping', 'outbound', {
      inbound,
      transactionPayload: { chain: 'ETH', to: ETH, value: '0', data: `0x${'51b1f0a1'.repeat(40)}` },
    }),
  },
  {
    name: 'Expired',
    response: track(
      'failed',
      'inbound',
      {
        route: {
          ...streamingRoute,
          memo: undefined,
          expiration: '1795262000',
          meta: { ...streamingRoute.meta, orderId: '7f2c1e0b' },
        },
      },
      'The order was not paid in time.',
    ),
  },
];
