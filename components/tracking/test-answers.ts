/** Creates tracking answers for tests. */
import type { TrackResponse } from '../../lib/api/schemas/track.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

/** A completed swap of 0.5 BTC for ETH by THORChain: paid, received, swapped and paid out within twelve minutes. */
export const boughtEth = (): TrackResponse => ({
  success: true,
  trackingStatus: 'completed',
  stage: 'outbound',
  data: {
    trackingStatus: 'completed',
    quoteInfo: {
      quoteId: 'q-1',
      routeIndex: 2,
      senderAddress: 'bc1qsource',
      recipientAddress: '0xdest',
      provider: 'THORCHAIN',
      trackParams: { hash: 'aa', chainId: 'BTC' },
    },
    inbound: { hash: 'aa', amount: '0.5', asset: 'BTC.BTC', chain: 'BTC', confirmations: 2, blockNumber: 7 },
    outbound: { hash: '0xbb', amount: '15.030000000000000001', asset: 'ETH.ETH', chain: 'ETH', address: '0xdest' },
    swap: { swapId: 'AA', status: 'success', swapTime: 60 },
    route: {
      providers: ['THORCHAIN'],
      sellAsset: 'BTC.BTC',
      sellAmount: '0.5',
      buyAsset: 'ETH.ETH',
      expectedBuyAmount: '15',
      expectedBuyAmountMaxSlippage: '14.8',
      actualBuyAmount: '15.030000000000000001',
      sourceAddress: 'bc1qsource',
      destinationAddress: '0xdest',
      inboundAddress: 'bc1qvault',
      memo: '=:ETH.ETH:0xdest:1480000000',
      fees: [],
      estimatedTime: { total: 900 },
      totalSlippageBps: 10,
      legs: [
        {
          provider: 'THORCHAIN',
          sellAsset: 'BTC.BTC',
          sellAmount: '0.5',
          buyAsset: 'ETH.ETH',
          buyAmount: '15',
          buyAmountMaxSlippage: '14.8',
          actualBuyAmount: '15.030000000000000001',
        },
      ],
      warnings: [],
      meta: { tags: [] },
    },
    timeline: [
      { milestone: 'paymentSeen', stage: 'inbound', at: at(0), leg: 0, hash: 'aa', chain: 'BTC' },
      { milestone: 'providerCounted', stage: 'inbound', at: at(9), leg: 0, evidence: 'Seen by 98 of 102 nodes.' },
      { milestone: 'swapDone', stage: 'swap', at: at(10), leg: 0 },
      { milestone: 'payoutSent', stage: 'outbound', at: at(12), leg: 0, hash: '0xbb', chain: 'ETH' },
    ],
  },
});
