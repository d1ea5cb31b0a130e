/** Has a realistic example of each message; a test checks every example by its schema. */
import { EXTENSION_EXAMPLES } from './openapi-extension-examples.ts';
import { type Example, failures, invalid, keyTroubles, notServed, problem, reading } from './openapi-problems.ts';

const CHANNEL_PATH = '/v1/chainflip-deposit-channel';
const SIGNATURE_PATH = '/garden/0b6f2b0e-3c1c-4f0e-9c0a-6f1d2b7a9e11/0';
const QUOTE_ID = '0b6f2b0e-3c1c-4f0e-9c0a-6f1d2b7a9e11';
const BTC_ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const ETH_ADDRESS = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';

const route = {
  providers: ['THORCHAIN'],
  sellAsset: 'BTC.BTC',
  sellAmount: '0.5',
  buyAsset: 'ETH.ETH',
  expectedBuyAmount: '14.21083265',
  expectedBuyAmountMaxSlippage: '14.06872432',
  sourceAddress: BTC_ADDRESS,
  destinationAddress: ETH_ADDRESS,
  targetAddress: 'bc1q34x8ek8nq3lgcdjccxngyakthwr5wqn9dq2dqr',
  inboundAddress: 'bc1q34x8ek8nq3lgcdjccxngyakthwr5wqn9dq2dqr',
  expiration: '1795242300',
  memo: `=:e:${ETH_ADDRESS}:1406872432/1/0`,
  fees: [
    {
      type: 'inbound',
      amount: '0.0000153',
      asset: 'BTC.BTC',
      chain: 'BTC',
      protocol: 'THORCHAIN',
      label: 'Bitcoin network fee, paid on top (an estimate)',
      usd: 1.4688,
    },
    {
      type: 'liquidity',
      amount: '0.02840241',
      asset: 'ETH.ETH',
      chain: 'THOR',
      protocol: 'THORCHAIN',
      usd: 95.716122,
    },
    { type: 'outbound', amount: '0.0002504', asset: 'ETH.ETH', chain: 'ETH', protocol: 'THORCHAIN', usd: 0.843848 },
  ],
  estimatedTime: { inbound: 600, swap: 6, outbound: 120, total: 726 },
  totalSlippageBps: 22,
  legs: [
    {
      provider: 'THORCHAIN',
      sellAsset: 'BTC.BTC',
      sellAmount: '0.5',
      buyAsset: 'ETH.ETH',
      buyAmount: '14.21083265',
      buyAmountMaxSlippage: '14.06872432',
    },
  ],
  warnings: [],
  meta: {
    tags: ['RECOMMENDED', 'CHEAPEST', 'FASTEST'],
    tagReasons: { RECOMMENDED: 'the only route', CHEAPEST: 'the only route', FASTEST: 'the only route' },
    priceImpact: 0.2,
    feesUsd: 98.02877,
    assets: [
      { asset: 'BTC.BTC', price: 96000, image: 'https://portage.example/tokens/btc.svg' },
      { asset: 'ETH.ETH', price: 3370, image: 'https://portage.example/tokens/eth.svg' },
    ],
    slippagePercent: 1,
  },
};

const HASH = '9c0a6f1d2b7a9e110b6f2b0e3c1c4f0e9c0a6f1d2b7a9e110b6f2b0e3c1c4f0e';
const OUT_HASH = '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060';

const tracked = {
  success: true,
  trackingStatus: 'completed',
  stage: 'outbound',
  data: {
    quoteInfo: {
      quoteId: QUOTE_ID,
      routeIndex: 0,
      senderAddress: BTC_ADDRESS,
      recipientAddress: ETH_ADDRESS,
      provider: 'THORCHAIN',
      trackParams: { hash: HASH, chainId: 'BTC' },
    },
    inbound: { hash: HASH, amount: '0.5', asset: 'BTC.BTC', confirmations: 3, blockNumber: 925001 },
    swap: { status: 'success', swapTime: 6 },
    outbound: { hash: OUT_HASH, amount: '14.21083265', asset: 'ETH.ETH', confirmations: 12, blockNumber: 23840012 },
    route: { ...route, actualBuyAmount: '14.21083265' },
    trackingStatus: 'completed',
    trackMeta: { outputTxHash: OUT_HASH },
    isStreaming: false,
  },
};

const quoted = {
  quoteId: QUOTE_ID,
  routes: [route],
  providerErrors: [
    { provider: 'MAYACHAIN', errorCode: 'tradingHalted', message: 'Maya has paused trading on Bitcoin.' },
  ],
};
const STORED_PATH = `/v1/quote/${QUOTE_ID}`;

export const EXAMPLES: Record<string, Example> = {
  quote: {
    request: {
      sellAsset: 'BTC.BTC',
      buyAsset: 'ETH.ETH',
      sellAmount: '0.5',
      slippage: 1,
      sourceAddress: BTC_ADDRESS,
      destinationAddress: ETH_ADDRESS,
    },
    responses: {
      200: quoted,
      400: invalid('/v1/quote', ['slippage', 'slippage must be at most 100.', 'out_of_range']),
      ...failures('/v1/quote'),
      ...keyTroubles('/v1/quote'),
      ...notServed('/v1/quote'),
    },
  },
  storedQuote: {
    responses: {
      200: quoted,
      404: problem(404, 'Not Found', 'Nothing is known under that quoteId.', STORED_PATH),
      ...notServed(STORED_PATH),
      503: problem(
        503,
        'Service Unavailable',
        'The addresses of this swap cannot be checked now, so that nothing payable is answered.',
        STORED_PATH,
      ),
      ...reading(STORED_PATH),
    },
  },
  track: {
    request: { hash: HASH, chainId: 'BTC', quoteId: QUOTE_ID, routeIndex: 0 },
    responses: {
      200: tracked,
      400: invalid('/v1/track', ['hash', 'hash is missing: at least one of hash and quoteId is required.', 'required']),
      404: {
        ...problem(404, 'Not Found', 'Nothing is known under that quoteId.', '/v1/track'),
        success: false,
        error: 'Nothing is known under that quoteId.',
      },
      ...failures('/v1/track'),
    },
  },
  chainflipDepositChannel: {
    request: {
      sellAsset: 'BTC.BTC',
      buyAsset: 'ETH.ETH',
      destinationAddress: ETH_ADDRESS,
      affiliateCode: 'ptg',
      affiliateBps: 30,
      maxBoostFeeBps: 10,
      refundAddress: BTC_ADDRESS,
    },
    responses: {
      200: {
        depositAddress: 'bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297',
        channelId: '11233214-Bitcoin-5190',
        issuedBlock: 11233214,
        sourceChainExpiryBlock: 925145,
        quoteId: QUOTE_ID,
        routeIndex: 0,
        refundAddress: BTC_ADDRESS,
        expiration: '1795328700',
        sellAsset: 'BTC.BTC',
        minimumDeposit: '0.00033',
      },
      400: invalid(
        CHANNEL_PATH,
        ['destinationAddress', 'destinationAddress is required where no quoteId is given.', 'required'],
        [
          'refundAddress',
          'refundAddress is required: an address on Bitcoin to which a deposit that cannot be swapped goes back.',
          'required',
        ],
      ),
      404: problem(404, 'Not Found', 'Nothing is known under that quoteId.', CHANNEL_PATH),
      ...failures(CHANNEL_PATH),
      ...keyTroubles(CHANNEL_PATH),
      ...notServed(CHANNEL_PATH),
      429: problem(429, 'Too Many Requests', 'You may open no more deposit channels for the moment.', CHANNEL_PATH),
      502: problem(
        502,
        'Bad Gateway',
        'Chainflip is still opening the channel. Send the same request again: it finds the channel and opens no other.',
        CHANNEL_PATH,
      ),
      503: problem(
        503,
        'Service Unavailable',
        'This deployment has not enabled Chainflip’s deposit channels: it opens none.',
        CHANNEL_PATH,
      ),
    },
  },
  signedOrder: {
    request: { signature: `0x${'1b'.repeat(65)}` },
    responses: {
      200: { hash: `0x${'9c'.repeat(32)}` },
      400: invalid(SIGNATURE_PATH, [
        'signature',
        'signature must be 0x and the bytes of the signature in hex.',
        'invalid_signature',
      ]),
      403: problem(403, 'Forbidden', 'This address serves the pages of this deployment and programs.', SIGNATURE_PATH),
      404: problem(404, 'Not Found', 'No route is known under that quoteId and routeIndex.', SIGNATURE_PATH),
      409: problem(409, 'Conflict', 'Garden does not take this signature: the order is over.', SIGNATURE_PATH),
      502: problem(502, 'Bad Gateway', 'Garden gave no clear answer. Send the same signature again.', SIGNATURE_PATH),
      503: notServed(SIGNATURE_PATH)[503],
      ...failures(SIGNATURE_PATH),
    },
  },
  tokens: {
    responses: {
      200: {
        tokens: [
          {
            asset: 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
            chain: 'ETH',
            symbol: 'USDC',
            name: 'USD Coin',
            decimals: 6,
            providers: ['THORCHAIN', 'THORCHAIN_STREAMING', 'CHAINFLIP', 'CHAINFLIP_STREAMING'],
            address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
            logoURI: 'https://portage.example/tokens/usdc.svg',
            priceUsd: 1,
          },
        ],
        total: 1,
      },
      400: invalid('/v1/tokens', ['chain', 'chain must be one of ARB, AVAX, BASE, BSC, BTC.', 'unknown_chain']),
      ...reading('/v1/tokens'),
    },
  },
  ...EXTENSION_EXAMPLES,
};
