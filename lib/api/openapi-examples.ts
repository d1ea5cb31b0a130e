/** Shows each message once as it really looks; a test holds every example against its schema. */
import { TWO_LEG_PARTS } from './openapi-two-legs.ts';

type Example = { request?: unknown; responses: Record<string, unknown> };

const about = {
  timestamp: '2026-11-21T06:00:00.000Z',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
};
const problem = (status: number, title: string, detail: string, instance: string) => ({
  type: `/errors/${title.toLowerCase().replaceAll(' ', '-')}`,
  title,
  status,
  detail,
  instance,
  ...about,
});
type Fault = readonly [field: string, message: string, code: string];
const invalid = (instance: string, ...faults: readonly Fault[]) => ({
  ...problem(
    400,
    'Validation Error',
    `The request cannot be taken as it is: ${faults.map(([field]) => field).join(', ')}.`,
    instance,
  ),
  errors: faults.map(([field, message, code]) => ({ field, message, code })),
});
const failures = (instance: string) => ({
  405: problem(405, 'Method Not Allowed', `${instance} answers POST, OPTIONS.`, instance),
  413: problem(413, 'Payload Too Large', 'A request body may have at most 65536 bytes.', instance),
  500: problem(500, 'Internal Server Error', 'An unexpected error occurred', instance),
});

const CHANNEL_PATH = '/v1/chainflip-deposit-channel';
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
    { type: 'inbound', amount: '0.0000153', asset: 'BTC.BTC', chain: 'BTC', protocol: 'THORCHAIN' },
    { type: 'liquidity', amount: '0.02840241', asset: 'ETH.ETH', chain: 'THOR', protocol: 'THORCHAIN' },
    { type: 'outbound', amount: '0.0002504', asset: 'ETH.ETH', chain: 'ETH', protocol: 'THORCHAIN' },
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

const WBTC = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599';
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
/** 1inch's router. */
const ROUTER = '0x111111125421cA6dc452d289314280a0f8842A65';
const HTLC = '0x10dEF4d59d8af1E9a3E3b08E7a07e4ffb0a3e4DD';
const word = (digits: string) => digits.toLowerCase().padStart(64, '0');
const SECRET_HASH = '61d22856ce12bc3693df0cd4967d404400449f61810080c52638fd805b379723';
const REDEEMER = '0x661bA32eb5f86CaB358DDbB7F264b10c5825e2dd';
const typedData = {
  domain: { name: 'HTLC', version: '2', chainId: '0x1', verifyingContract: HTLC },
  message: { redeemer: REDEEMER, timelock: '0x1c20', amount: '0x989680', secretHash: `0x${SECRET_HASH}` },
  primaryType: 'Initiate',
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Initiate: [
      { name: 'redeemer', type: 'address' },
      { name: 'timelock', type: 'uint256' },
      { name: 'amount', type: 'uint256' },
      { name: 'secretHash', type: 'bytes32' },
    ],
  },
};
const approval = (token: string, spender: string, baseUnits: bigint) => ({
  to: token,
  from: ETH_ADDRESS,
  value: '0',
  data: `0x095ea7b3${word(spender.slice(2))}${word(baseUnits.toString(16))}`,
  chain_id: 1,
});
const refund = {
  by: 'sender',
  note: 'If no solver answers, the money stays locked in Garden’s contract for 7200 blocks (about a day). After that anybody, you too, may call its refund, which pays your own address; the solver can sign an instant refund before.',
};

/** Parts of routes that the example of a quote has not, by the name of their schema. */
export const PART_EXAMPLES: Record<string, readonly unknown[]> = {
  Meta: [
    // An order at Garden, paid by transaction or by signature.
    {
      tags: ['CHEAPEST'],
      txType: 'EVM',
      approvalAddress: HTLC,
      approvals: [approval(WBTC, HTLC, 10_000_000n)],
      orderId: '1fbfab68cd3fc23e979f2be73c64e3927f220e7325d0219462aea7466130bc3a',
      typedData,
      refund,
    },
    // USDT sold through 1inch: an allowance that is there is taken back before the exact one is given.
    {
      tags: ['RECOMMENDED', 'FASTEST'],
      txType: 'EVM',
      approvalAddress: ROUTER,
      approvals: [approval(USDT, ROUTER, 0n), approval(USDT, ROUTER, 100_000_000n)],
    },
  ],
  RefundTerms: [refund],
  TypedData: [typedData],
  ...TWO_LEG_PARTS,
};

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
      200: {
        quoteId: QUOTE_ID,
        routes: [route],
        providerErrors: [
          { provider: 'MAYACHAIN', errorCode: 'tradingHalted', message: 'Maya has paused trading on Bitcoin.' },
        ],
      },
      400: invalid('/v1/quote', ['slippage', 'slippage must be at most 100.', 'out_of_range']),
      ...failures('/v1/quote'),
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
      429: problem(
        429,
        'Too Many Requests',
        'These are all the deposit channels that you may open in a day.',
        CHANNEL_PATH,
      ),
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
      ...failures(CHANNEL_PATH),
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
      405: problem(405, 'Method Not Allowed', '/v1/tokens answers GET, HEAD, OPTIONS.', '/v1/tokens'),
      500: problem(500, 'Internal Server Error', 'An unexpected error occurred', '/v1/tokens'),
    },
  },
};
