/**
 * Gives realistic examples of a two-leg route and its swap: the first leg sells for a bridge asset, which a deposit
 * channel receives.
 */

const SENDER = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
const BTC_ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const USDC = 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const LINK = 'ETH.LINK-0x514910771AF9Ca656af840dff83E8264EcF986CA';
/** 1inch's router. */
const ROUTER = '0x111111125421cA6dc452d289314280a0f8842A65';
const CHANNEL = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const HASH = '0x9c0a6f1d2b7a9e110b6f2b0e3c1c4f0e9c0a6f1d2b7a9e110b6f2b0e3c1c4f0e';
const REFUND_HASH = '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060';

const bridge = {
  asset: USDC,
  otherwise: {
    kind: 'refund',
    note: 'If BTC cannot be bought within your limit, Chainflip refunds USDC on Ethereum, not LINK, to the address that you pay from, less the cost of sending it. If the first leg fails, nothing is sold.',
  },
  depositAddress: CHANNEL,
  channelId: '11233214-Ethereum-812',
};

/** A quote with `includeTx` and both addresses: the channel is open, and the first leg's transaction is the payment. */
export const twoLegRoute = {
  providers: ['ONEINCH->CHAINFLIP'],
  sellAsset: LINK,
  sellAmount: '500',
  buyAsset: 'BTC.BTC',
  expectedBuyAmount: '0.0781203',
  expectedBuyAmountMaxSlippage: '0.07733876',
  sourceAddress: SENDER,
  destinationAddress: BTC_ADDRESS,
  targetAddress: ROUTER,
  expiration: '1795242300',
  fees: [
    { type: 'network', amount: '0.00041', asset: 'ETH.ETH', chain: 'ETH', protocol: 'ONEINCH' },
    {
      type: 'inbound',
      amount: '0.21',
      asset: USDC,
      chain: 'ETH',
      protocol: 'CHAINFLIP',
      included: true,
      label: 'Chainflip deposit fee, taken off the deposit',
    },
    { type: 'liquidity', amount: '7.5', asset: USDC, chain: 'ETH', protocol: 'CHAINFLIP' },
    { type: 'outbound', amount: '0.00000352', asset: 'BTC.BTC', chain: 'BTC', protocol: 'CHAINFLIP' },
  ],
  estimatedTime: { inbound: 30, swap: 144, outbound: 600, total: 774 },
  totalSlippageBps: 24,
  legs: [
    {
      provider: 'ONEINCH',
      sellAsset: LINK,
      sellAmount: '500',
      buyAsset: USDC,
      buyAmount: '7510.25',
      buyAmountMaxSlippage: '7472.69875',
    },
    {
      provider: 'CHAINFLIP',
      sellAsset: USDC,
      sellAmount: '7510.25',
      buyAsset: 'BTC.BTC',
      buyAmount: '0.0781203',
      buyAmountMaxSlippage: '0.07733876',
    },
  ],
  warnings: [],
  tx: { to: ROUTER, from: SENDER, value: '0', data: '0x83800a8e', chain_id: 1, gas_limit: '182000' },
  meta: {
    tags: ['RECOMMENDED'],
    slippagePercent: 1,
    txType: 'EVM',
    approvalAddress: ROUTER,
    orderId: bridge.channelId,
    bridge,
  },
};

const [swapLeg, channelLeg] = twoLegRoute.legs;
const REASON =
  'The price stayed below the guaranteed one until the retry time ran out; the rest is sent back, less the network fee. What comes back is the USDC that the first leg paid out, not the asset that was sold.';
const refund = { hash: REFUND_HASH, amount: '7509.8', asset: USDC, chain: 'ETH', address: SENDER, reason: REASON };
const step = (milestone: string, stage: string, at: string, leg: number, more: Record<string, unknown>) => ({
  milestone,
  stage,
  at,
  leg,
  ...more,
});

/** A swap whose second leg could not be done: the first leg's output was refunded to the sender. */
export const twoLegTracked = {
  success: true,
  trackingStatus: 'refunded',
  stage: 'refund',
  error: REASON,
  data: {
    quoteInfo: {
      quoteId: '0b6f2b0e-3c1c-4f0e-9c0a-6f1d2b7a9e11',
      routeIndex: 0,
      senderAddress: SENDER,
      recipientAddress: BTC_ADDRESS,
      provider: 'ONEINCH->CHAINFLIP',
      trackParams: { hash: HASH, chainId: 'ETH' },
    },
    inbound: { hash: HASH, amount: '500', asset: LINK, confirmations: 12, blockNumber: 23840012 },
    swap: { status: 'refunded' },
    refund,
    route: { ...twoLegRoute, legs: [{ ...swapLeg, actualBuyAmount: '7511.02' }, channelLeg] },
    trackingStatus: 'refunded',
    isStreaming: false,
    timeline: [
      step('paymentFinal', 'inbound', '2026-11-21T06:02:11.000Z', 0, { hash: HASH, chain: 'ETH' }),
      step('payoutSent', 'outbound', '2026-11-21T06:02:11.000Z', 0, { hash: HASH, amount: '7511.02', asset: USDC }),
      step('providerCounted', 'inbound', '2026-11-21T06:02:42.000Z', 1, { hash: HASH, chain: 'ETH' }),
      step('refundSent', 'refund', '2026-11-21T06:08:06.000Z', 1, { hash: REFUND_HASH, amount: '7509.8', asset: USDC }),
    ],
  },
};

/** The examples by the name of their schema. */
export const TWO_LEG_SCHEMAS = {
  Route: [twoLegRoute],
  Bridge: [bridge],
  TrackResponse: [twoLegTracked],
  TrackedRefund: [refund, { ...refund, address: SENDER, reason: 'It could not be swapped on.', fallback: true }],
} as const satisfies Record<string, readonly unknown[]>;
