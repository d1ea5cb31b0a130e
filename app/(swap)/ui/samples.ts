/** Invented figures for the workshop. */
import type { WireProviderError } from '../../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../../lib/api/schemas/route.ts';
import type { TrackResponse } from '../../../lib/api/schemas/track.ts';

const BTC = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const ETH = '0xF3c2A81b6c2D10c5c5d2D5C6bA9B0f1C6fE69a0E';
const VAULT = 'bcrt1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh';
const prices = [
  { asset: 'BTC.BTC', price: 94_620, image: '/tokens/btc.svg' },
  { asset: 'ETH.ETH', price: 3123, image: '/tokens/eth.svg' },
];

const base: WireRoute = {
  providers: ['THORCHAIN_STREAMING'],
  sellAsset: 'BTC.BTC',
  sellAmount: '0.5',
  buyAsset: 'ETH.ETH',
  expectedBuyAmount: '15.07164213',
  expectedBuyAmountMaxSlippage: '14.92092571',
  sourceAddress: BTC,
  destinationAddress: ETH,
  inboundAddress: VAULT,
  targetAddress: VAULT,
  expiration: '1900000000',
  memo: `=:ETH.ETH:${ETH}:1492092571/1/16`,
  fees: [
    { type: 'liquidity', amount: '0.01507', asset: 'ETH.ETH', chain: 'ETH', protocol: 'THORCHAIN_STREAMING' },
    { type: 'outbound', amount: '0.0012', asset: 'ETH.ETH', chain: 'ETH', protocol: 'THORCHAIN_STREAMING' },
    { type: 'inbound', amount: '0.0000125', asset: 'BTC.BTC', chain: 'BTC', protocol: 'THORCHAIN_STREAMING' },
  ],
  estimatedTime: { inbound: 600, swap: 720, outbound: 540, total: 1860 },
  totalSlippageBps: 51,
  legs: [
    {
      provider: 'THORCHAIN_STREAMING',
      sellAsset: 'BTC.BTC',
      sellAmount: '0.5',
      buyAsset: 'ETH.ETH',
      buyAmount: '15.07164213',
      buyAmountMaxSlippage: '14.92092571',
    },
  ],
  warnings: [],
  meta: {
    priceImpact: 0.12,
    assets: prices,
    maxStreamingQuantity: 16,
    streamingInterval: 1,
    slippagePercent: 1,
    tags: ['RECOMMENDED', 'CHEAPEST'],
    tagReasons: { RECOMMENDED: 'Most received by $22.10, and done within 9 min of the fastest.' },
  },
};

const withLeg = (
  route: WireRoute,
  change: Partial<WireRoute>,
  provider: WireRoute['providers'][number],
): WireRoute => ({
  ...route,
  ...change,
  providers: [provider],
  legs: route.legs.map((leg) => ({ ...leg, provider })),
});

export const streamingRoute = base;
export const plainRoute = withLeg(
  base,
  {
    expectedBuyAmount: '15.0645',
    expectedBuyAmountMaxSlippage: '14.899',
    estimatedTime: { inbound: 600, swap: 6, outbound: 540, total: 1146 },
    meta: {
      assets: prices,
      tags: ['FASTEST'],
      tagReasons: { FASTEST: 'Done 12 min before the next.' },
      priceImpact: 0.21,
    },
  },
  'THORCHAIN',
);
export const warnedRoute = withLeg(
  base,
  {
    expectedBuyAmount: '14.1102',
    expectedBuyAmountMaxSlippage: '0',
    estimatedTime: { inbound: 600, swap: 60, outbound: 180, total: 840 },
    meta: { assets: prices, tags: [], priceImpact: 6.2 },
    warnings: [
      { code: 'highPriceImpact', display: 'This swap moves the price by 6.2 %.', tooltip: 'The pools are thin.' },
    ],
  },
  'MAYACHAIN',
);
/** The longest name of a station. */
export const boostedRoute = withLeg(
  base,
  {
    expectedBuyAmount: '15.0102',
    expectedBuyAmountMaxSlippage: '14.8601',
    estimatedTime: { inbound: 30, swap: 420, outbound: 180, total: 630 },
    meta: { assets: prices, tags: [], priceImpact: 0.6, maxStreamingQuantity: 4, boost: { feeBps: 5, maxFeeBps: 30 } },
  },
  'CHAINFLIP_STREAMING',
);

const chainflip = (
  provider: 'CHAINFLIP' | 'CHAINFLIP_STREAMING',
  buy: string,
  seconds: { inbound: number; swap: number },
  meta: Partial<WireRoute['meta']>,
): WireRoute =>
  withLeg(
    base,
    {
      expectedBuyAmount: buy,
      expectedBuyAmountMaxSlippage: '14.8601',
      estimatedTime: { ...seconds, outbound: 180, total: seconds.inbound + seconds.swap + 180 },
      meta: {
        assets: prices,
        tags: [],
        priceImpact: 0.6,
        depositChannel: { minimumDeposit: '0.0004', retrySeconds: 600 },
        ...meta,
      },
    },
    provider,
  );
export const chainflipRoute = chainflip('CHAINFLIP', '15.0561', { inbound: 1800, swap: 12 }, {});
export const chainflipStreamingRoute = chainflip(
  'CHAINFLIP_STREAMING',
  '15.0612',
  { inbound: 1800, swap: 420 },
  { maxStreamingQuantity: 4 },
);
export const boostedPlainRoute = chainflip(
  'CHAINFLIP',
  '15.0486',
  { inbound: 600, swap: 12 },
  { boost: { feeBps: 5, maxFeeBps: 30 } },
);
export const gardenRoute = withLeg(
  base,
  {
    expectedBuyAmount: '15.0011',
    expectedBuyAmountMaxSlippage: '14.9',
    estimatedTime: { inbound: 600, swap: 60, outbound: 30, total: 690 },
    meta: { assets: prices, tags: [] },
  },
  'GARDEN',
);
/** An amount so small that fees consume it. */
export const fewRoute: WireRoute = {
  ...plainRoute,
  sellAmount: '0.0001',
  expectedBuyAmount: '0.001801',
  expectedBuyAmountMaxSlippage: '0.001783',
  fees: [
    { type: 'liquidity', amount: '0.00001', asset: 'ETH.ETH', chain: 'ETH', protocol: 'THORCHAIN' },
    { type: 'outbound', amount: '0.0009', asset: 'ETH.ETH', chain: 'ETH', protocol: 'THORCHAIN' },
  ],
};

export const failures: WireProviderError[] = [
  {
    provider: 'MAYACHAIN_STREAMING',
    errorCode: 'quoteNotFound',
    message: 'This amount is swapped in one part, so there is nothing to stream.',
  },
  {
    provider: 'MAYACHAIN',
    errorCode: 'tradingHalted',
    message: 'Maya has paused trading on Bitcoin. Nothing was sent.',
  },
];

const quoteInfo = {
  quoteId: 'q_0193f2a7',
  routeIndex: 0,
  senderAddress: BTC,
  recipientAddress: ETH,
  provider: 'THORCHAIN_STREAMING' as const,
};
export const HASH = 'a91f0c5e0f7f4b8b9a1d2c3e4f5061728394a5b6c7d8e9f00112233445577d2f';
export const OUT = '0x51b1f0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d';
export const inbound = {
  hash: HASH,
  amount: '0.5',
  asset: 'BTC.BTC',
  confirmations: 2,
  requiredConfirmations: 2,
  blockNumber: 870_112,
};
export const track = (
  trackingStatus: TrackResponse['trackingStatus'],
  stage: TrackResponse['stage'],
  data: Partial<TrackResponse['data']>,
  error?: string,
): TrackResponse => ({
  success: true,
  trackingStatus,
  ...(stage ? { stage } : {}),
  data: { trackingStatus, quoteInfo, route: base, ...data },
  ...(error ? { error } : {}),
});

export const tracked: { name: string; response: TrackResponse }[] = [
  { name: 'Not seen yet', response: track('not_started', 'inbound', {}) },
  { name: 'Confirming', response: track('pending', 'inbound', { inbound: { ...inbound, confirmations: 1 } }) },
  {
    name: 'Swapping',
    response: track('swapping', 'swap', {
      inbound,
      isStreaming: true,
      streamingProgress: { percentage: 56.25, done: 9, total: 16 },
      remainingSeconds: 840,
    }),
  },
  {
    name: 'Held and stale',
    response: track('swapping', 'outbound', {
      inbound,
      held: 'Sending on Ethereum is halted.',
      stale: true,
      updatedAt: '2026-11-21T12:00:00.000Z',
      outbound: { amount: '15.0711', asset: 'ETH.ETH' },
    }),
  },
];

export const ended: { name: string; response: TrackResponse }[] = [
  {
    name: 'Arrived',
    response: track('completed', 'outbound', {
      inbound,
      swap: { status: 'success', swapTime: 690 },
      outbound: { hash: OUT, amount: '15.0754', asset: 'ETH.ETH', address: ETH, confirmations: 3 },
      route: { ...base, actualBuyAmount: '15.0754' },
    }),
  },
  {
    name: 'Refunded',
    response: track(
      'refunded',
      'refund',
      {
        inbound,
        refund: {
          hash: '7be2c5e0f7f4b8b9a1d2c3e4f5061728394a5b6c7d8e9f0011223344557fd31',
          amount: '0.49964',
          asset: 'BTC.BTC',
          address: BTC,
        },
      },
      'The price moved past your limit of 14.9208 ETH.',
    ),
  },
  {
    name: 'Failed',
    response: track(
      'failed',
      'inbound',
      { inbound },
      'The transaction was replaced by another one of the same wallet.',
    ),
  },
  {
    name: 'Another payment',
    response: {
      ...track('not_started', 'inbound', {
        inbound: { hash: HASH },
        mismatch: [
          { field: 'memo', expected: '=:ETH.ETH:0xF3c2…', actual: '(none)' },
          { field: 'amount', expected: '0.5', actual: '0.05' },
        ],
      }),
      success: false,
      error: 'The transaction is not the payment of this route.',
    },
  },
];
