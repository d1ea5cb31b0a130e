/** The tables of the interface specification as data, section by section. */

/** A row of the specification's tables. */
export type Row = [name: string, type: string, required: boolean];

export const TABLES: [section: string, component: string, rows: Row[]][] = [
  [
    '2.1 Quote request',
    'QuoteRequest',
    [
      ['sellAsset', 'string', true],
      ['buyAsset', 'string', true],
      ['sellAmount', 'string', true],
      ['slippage', 'number', true],
      ['providers', 'array', false],
      ['sourceAddress', 'string', false],
      ['destinationAddress', 'string', false],
      ['affiliate', 'string', false],
      ['affiliateFee', 'integer', false],
      ['includeTx', 'boolean', false],
    ],
  ],
  [
    '2.2 Quote response',
    'QuoteResponse',
    [
      ['quoteId', 'string', true],
      ['routes', 'array', true],
      ['error', 'string', false],
      ['providerErrors', 'array', false],
    ],
  ],
  [
    '2.2 ProviderError',
    'ProviderError',
    [
      ['provider', 'string', true],
      ['errorCode', 'string', true],
      ['message', 'string', true],
    ],
  ],
  [
    '2.3 Route',
    'Route',
    [
      ['providers', 'array', true],
      ['sellAsset', 'string', true],
      ['sellAmount', 'string', true],
      ['buyAsset', 'string', true],
      ['expectedBuyAmount', 'string', true],
      ['expectedBuyAmountMaxSlippage', 'string', true],
      ['sourceAddress', 'string', true],
      ['destinationAddress', 'string', true],
      ['targetAddress', 'string', false],
      ['inboundAddress', 'string', false],
      ['expiration', 'string', false],
      ['memo', 'string', false],
      ['fees', 'array', true],
      ['tx', 'object|object|string', false],
      ['transaction', 'object', false],
      ['estimatedTime', 'object', false],
      ['totalSlippageBps', 'number', true],
      ['legs', 'array', true],
      ['warnings', 'array', true],
      ['meta', 'object', true],
    ],
  ],
  [
    '2.3 transaction',
    'Transaction',
    [
      ['to', 'string', true],
      ['from', 'string', true],
      ['value', 'string', true],
      ['data', 'string', true],
      ['chain', 'string', true],
    ],
  ],
  [
    '2.4 Leg',
    'Leg',
    [
      ['provider', 'string', true],
      ['sellAsset', 'string', true],
      ['buyAsset', 'string', true],
      ['sellAmount', 'string', true],
      ['buyAmount', 'string', true],
      ['buyAmountMaxSlippage', 'string', true],
      ['fees', 'array', false],
    ],
  ],
  [
    '2.5 Fee',
    'Fee',
    [
      ['type', 'string', true],
      ['amount', 'string', true],
      ['asset', 'string', true],
      ['chain', 'string', true],
      ['protocol', 'string', true],
    ],
  ],
  [
    '2.5 EstimatedTime',
    'EstimatedTime',
    [
      ['inbound', 'number', false],
      ['swap', 'number', false],
      ['outbound', 'number', false],
      ['total', 'number', true],
    ],
  ],
  [
    '2.5 Warning',
    'Warning',
    [
      ['code', 'string', true],
      ['display', 'string', true],
      ['tooltip', 'string', false],
    ],
  ],
  [
    '2.6 Tx, shape 1',
    'EvmTx',
    [
      ['to', 'string', true],
      ['from', 'string', true],
      ['value', 'string', true],
      ['data', 'string', true],
      ['chain_id', 'number', false],
      ['gas_limit', 'string', false],
    ],
  ],
  [
    '2.6 Tx, shape 2',
    'MessageTx',
    [
      ['msgs', 'array', true],
      ['fee', 'object', true],
      ['memo', 'string', false],
    ],
  ],
  [
    '2.6 msg',
    'Message',
    [
      ['type', 'string', true],
      ['value', 'object', true],
    ],
  ],
  [
    '2.6 msg value',
    'MessageValue',
    [
      ['sender', 'string', false],
      ['from_address', 'string', false],
      ['to_address', 'string', false],
      ['memo', 'string', false],
      ['delegator_address', 'string', false],
      ['validator_address', 'string', false],
      ['contract', 'string', false],
      ['msg', 'string', false],
      ['amount', 'string|array', false],
      ['funds', 'array', false],
    ],
  ],
  [
    '2.6 fee',
    'StdFee',
    [
      ['amount', 'array', true],
      ['gas', 'string', true],
    ],
  ],
  [
    '2.6 coin',
    'Coin',
    [
      ['denom', 'string', true],
      ['amount', 'string', true],
    ],
  ],
  [
    '2.7 Meta',
    'Meta',
    [
      ['priceImpact', 'number', false],
      ['assets', 'array', false],
      ['approvalAddress', 'string', false],
      ['streamingInterval', 'number', false],
      ['maxStreamingQuantity', 'number', false],
      ['tags', 'array', true],
      ['affiliate', 'string', false],
      ['affiliateFee', 'number', false],
      ['orderId', 'string', false],
      ['typedData', 'object', false],
      ['slippagePercent', 'number', false],
      ['txType', 'string', false],
    ],
  ],
  [
    '2.7 assets',
    'PricedAsset',
    [
      ['asset', 'string', true],
      ['price', 'number', true],
      ['image', 'string', true],
    ],
  ],
  [
    '2.7 typedData',
    'TypedData',
    [
      ['domain', 'object', true],
      ['message', 'object', true],
      ['primaryType', 'string', true],
      ['types', 'object', true],
    ],
  ],
  [
    '2.8 Tracking response',
    'TrackResponse',
    [
      ['success', 'boolean', true],
      ['trackingStatus', 'string', true],
      ['stage', 'string', false],
      ['data', 'object', true],
      ['error', 'string', false],
    ],
  ],
  [
    '2.8 data, both layouts',
    'TrackData',
    [
      ['quoteInfo', 'object', false],
      ['inbound', 'object', false],
      ['swap', 'object', false],
      ['outbound', 'object', false],
      ['route', 'object', false],
      ['trackingStatus', 'string', true],
      ['trackMeta', 'object', false],
      ['isStreaming', 'boolean', false],
      ['streamingProgress', 'object', false],
    ],
  ],
  [
    '2.8 inbound and outbound',
    'TrackedTx',
    [
      ['hash', 'string', false],
      ['amount', 'string', false],
      ['asset', 'string', false],
      ['confirmations', 'integer', false],
      ['blockNumber', 'integer', false],
    ],
  ],
  ['2.8 route', 'TrackedRoute', [['actualBuyAmount', 'string', false]]],
  ['2.4 tracked leg', 'TrackedLeg', [['actualBuyAmount', 'string', false]]],
  [
    '2.9 Token record',
    'Token',
    [
      ['asset', 'string', true],
      ['chain', 'string', true],
      ['symbol', 'string', true],
      ['name', 'string', true],
      ['decimals', 'integer', true],
      ['providers', 'array', true],
    ],
  ],
  [
    '2.9 Token list',
    'TokensResponse',
    [
      ['tokens', 'array', true],
      ['total', 'integer', true],
    ],
  ],
  [
    '2.10 Deposit channel record',
    'DepositChannel',
    [
      ['depositAddress', 'string', true],
      ['channelId', 'string', true],
      ['issuedBlock', 'integer', true],
      ['sourceChainExpiryBlock', 'integer', true],
    ],
  ],
  [
    '4.2 Track request',
    'TrackRequest',
    [
      ['hash', 'string', false],
      ['chainId', 'string', false],
      ['quoteId', 'string', false],
      ['routeIndex', 'integer', false],
    ],
  ],
  [
    '4.3 Deposit channel request',
    'DepositChannelRequest',
    [
      ['buyAsset', 'string', false],
      ['sellAsset', 'string', false],
      ['destinationAddress', 'string', false],
      ['affiliateCode', 'string', false],
      ['affiliateBps', 'integer', false],
      ['maxBoostFeeBps', 'integer', false],
    ],
  ],
  [
    '7.1 Validation error',
    'ValidationError',
    [
      ['type', 'string', true],
      ['title', 'string', true],
      ['status', 'number', true],
      ['detail', 'string', true],
      ['instance', 'string', false],
      ['timestamp', 'string', false],
      ['traceId', 'string', false],
      ['errors', 'array', false],
    ],
  ],
  [
    '7.1 errors',
    'FieldFault',
    [
      ['field', 'string', false],
      ['message', 'string', true],
      ['code', 'string', false],
    ],
  ],
  [
    '7.2 Internal error',
    'InternalServerError',
    [
      ['type', 'string', true],
      ['title', 'string', true],
      ['status', 'number', true],
      ['detail', 'string', false],
      ['instance', 'string', false],
      ['timestamp', 'string', false],
      ['traceId', 'string', false],
    ],
  ],
];

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
  ['/v1/quote', 'post', ['200', '400', '401', '405', '409', '413', '422', '429', '500']],
  ['/v1/quote/{quoteId}', 'get', ['200', '304', '401', '404', '405', '429', '500']],
  ['/v1/track', 'post', ['200', '400', '401', '404', '405', '413', '429', '500']],
  [
    '/v1/chainflip-deposit-channel',
    'post',
    ['200', '400', '401', '404', '405', '409', '413', '422', '429', '500', '502', '503'],
  ],
  [
    '/garden/{quoteId}/{routeIndex}',
    'post',
    ['200', '400', '401', '403', '404', '405', '409', '413', '429', '500', '502'],
  ],
  ['/v1/tokens', 'get', ['200', '304', '400', '401', '405', '429', '500']],
  ['/v1/providers', 'get', ['200', '401', '405', '429', '500']],
];
