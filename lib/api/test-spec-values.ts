/** The specification's nested fields, enumerations and endpoints as data. */

export const NESTED: [component: string, path: string, names: string[]][] = [
  ['TypedData', 'domain', ['name', 'version', 'chainId', 'verifyingContract']],
  ['TypedData', 'message', ['amount', 'redeemer', 'secretHash', 'timelock']],
  ['TypedData', 'types', ['EIP712Domain', 'Initiate']],
  ['TypedData', 'types.EIP712Domain.[]', ['name', 'type']],
  ['TypedData', 'types.Initiate.[]', ['name', 'type']],
  ['TrackData', 'quoteInfo', ['quoteId', 'routeIndex', 'senderAddress', 'recipientAddress', 'provider', 'trackParams']],
  ['TrackData', 'quoteInfo.trackParams', ['hash', 'chainId']],
  ['TrackData', 'swap', ['swapId', 'status', 'swapTime']],
  ['TrackData', 'trackMeta', ['outputTxHash']],
  ['TrackData', 'streamingProgress', ['percentage']],
  [
    'TrackedRoute',
    'legs.[]',
    ['provider', 'sellAsset', 'sellAmount', 'buyAsset', 'buyAmount', 'buyAmountMaxSlippage', 'fees', 'actualBuyAmount'],
  ],
  [
    'TrackedRoute',
    '',
    [
      'fees',
      'legs',
      'memo',
      'meta',
      'buyAsset',
      'providers',
      'sellAsset',
      'sellAmount',
      'expectedBuyAmount',
      'sourceAddress',
      'destinationAddress',
      'inboundAddress',
      'totalSlippageBps',
    ],
  ],
];

const PROVIDERS =
  'THORCHAIN THORCHAIN_STREAMING CHAINFLIP CHAINFLIP_STREAMING MAYACHAIN MAYACHAIN_STREAMING ONEINCH JUPITER GARDEN JUPITER->CHAINFLIP ONEINCH->CHAINFLIP CHAINFLIP->ONEINCH'.split(
    ' ',
  );
const CHAINS =
  'ARB AVAX BASE BSC BTC BCH GAIA DASH DOGE ETH FIAT KUJI LTC MAYA OP DOT FLIP MATIC XRD THOR SOL ZEC HYPE'.split(' ');
export const ENUMERATIONS: [section: string, component: string, path: string, values: string[]][] = [
  ['1 providers', 'ProviderId', '', PROVIDERS],
  ['1 providers, in a request', 'QuoteRequest', 'providers.[]', PROVIDERS],
  ['1 chains', 'ChainId', '', CHAINS],
  ['2.5 chain of a fee', 'Fee', 'chain', CHAINS],
  ['2.5 protocol of a fee', 'Fee', 'protocol', PROVIDERS],
  ['2.5 fee types', 'Fee', 'type', ['liquidity', 'network', 'inbound', 'outbound', 'affiliate', 'tax', 'priority']],
  [
    '2.5 warnings',
    'Warning',
    'code',
    ['highSlippage', 'highPriceImpact', 'lowLiquidity', 'exceedsRecommendedSlippage'],
  ],
  ['2.7 tags', 'Meta', 'tags.[]', ['CHEAPEST', 'FASTEST', 'RECOMMENDED']],
  [
    '7.3 provider error codes',
    'ProviderError',
    'errorCode',
    'unknownError tradingHalted providerQuoteTimeout tokenNotFound unsupportedChainId invalidSellAmount crossChainNotSupported insufficientLiquidity swapAmountTooSmall quoteNotFound dexAggregationNotSupported httpError missingChainflipBuyAsset missingChainflipBuyChain missingChainflipSellAsset missingChainflipSellChain'.split(
      ' ',
    ),
  ],
];

export const ENDPOINTS: [path: string, method: string, statuses: string[]][] = [
  ['/v1/quote', 'post', ['200', '400', '401', '403', '405', '409', '413', '422', '429', '500', '503']],
  ['/v1/quote/{quoteId}', 'get', ['200', '304', '401', '403', '404', '405', '429', '500', '503']],
  ['/v1/track', 'post', ['200', '400', '401', '404', '405', '413', '429', '500']],
  [
    '/v1/chainflip-deposit-channel',
    'post',
    ['200', '400', '401', '403', '404', '405', '409', '413', '422', '429', '500', '502', '503'],
  ],
  [
    '/garden/{quoteId}/{routeIndex}',
    'post',
    ['200', '400', '401', '403', '404', '405', '409', '413', '429', '500', '502', '503'],
  ],
  ['/v1/tokens', 'get', ['200', '304', '400', '401', '405', '429', '500']],
  ['/v1/providers', 'get', ['200', '401', '405', '429', '500']],
  ['/v1/chains', 'get', ['200', '401', '405', '429', '500']],
  ['/v1/swaps', 'get', ['200', '400', '401', '405', '429', '500']],
  ['/v1/sign-in', 'post', ['200', '400', '401', '405', '413', '429', '500', '503']],
  ['/v1/sign-in/token', 'post', ['200', '400', '401', '405', '413', '429', '500', '503']],
  ['/v1/usage', 'get', ['200', '400', '401', '405', '429', '500']],
  ['/v1/webhooks', 'get', ['200', '401', '405', '429', '500']],
  ['/v1/webhooks', 'put', ['200', '400', '401', '405', '413', '429', '500']],
  ['/v1/webhooks/{id}/deliveries', 'get', ['200', '400', '401', '404', '405', '429', '500']],
  ['/v1/webhooks/{id}/replay', 'post', ['200', '400', '401', '404', '405', '413', '429', '500']],
  ['/.well-known/portage.json', 'get', ['200', '405', '500']],
];
