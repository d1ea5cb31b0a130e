/** The tables of the interface specification as data: a name that the document lacks would break a client written from it. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CONTRACT_ROWS } from './contract.ts';
import { openApiDocument } from './openapi.ts';
import { EXAMPLES } from './openapi-examples.ts';

type Schema = {
  $ref?: string;
  type?: string;
  enum?: string[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
  format?: string;
};
type Operation = {
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  parameters?: { name: string; in: string }[];
  responses: Record<string, { content?: Record<string, { schema: Schema; example?: unknown }> }>;
};
type Document = {
  openapi: string;
  info: { version: string };
  servers: { url: string; variables?: Record<string, unknown> }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const document = JSON.parse(
  JSON.stringify(openApiDocument({ here: 'http://127.0.0.1:3000', network: 'sandbox' })),
) as Document;

const resolve = (schema: Schema | undefined): Schema => {
  if (!schema) throw new Error('no such schema');
  if (!schema.$ref) return schema;
  return resolve(document.components.schemas[schema.$ref.replace('#/components/schemas/', '')]);
};
const component = (name: string): Schema => resolve({ $ref: `#/components/schemas/${name}` });
const at = (schema: Schema, path: string): Schema =>
  path.split('.').reduce((here, key) => {
    const found = resolve(here);
    return key === '[]' ? resolve(found.items) : resolve(found.properties?.[key]);
  }, schema);

/** Name, type, required, as the tables have them. */
type Row = [name: string, type: string, required: boolean];

const typeOf = (schema: Schema): string => {
  const found = resolve(schema);
  if (found.anyOf) return found.anyOf.map(typeOf).join('|');
  return found.type ?? typeof found.const;
};

const TABLES: [section: string, component: string, rows: Row[]][] = [
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

const NESTED: [component: string, path: string, names: string[]][] = [
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
const ENUMERATIONS: [section: string, component: string, path: string, values: string[]][] = [
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

const ENDPOINTS: [path: string, method: string, statuses: string[]][] = [
  ['/v1/quote', 'post', ['200', '400', '405', '413', '500']],
  ['/v1/track', 'post', ['200', '400', '404', '405', '413', '500']],
  ['/v1/chainflip-deposit-channel', 'post', ['200', '400', '404', '405', '413', '500', '502', '503']],
  ['/v1/tokens', 'get', ['200', '304', '400', '405', '500']],
];

describe('the OpenAPI document', () => {
  it.each(TABLES)(
    'has every field of section %s as %s with its type and whether it is required',
    (_section, name, rows) => {
      const schema = component(name);
      for (const [field, type, required] of rows) {
        expect(schema.properties, `${name}.${field}`).toHaveProperty([field]);
        expect(typeOf(at(schema, field)), `${name}.${field}`).toBe(type);
        expect(schema.required?.includes(field) ?? false, `${name}.${field} required`).toBe(required);
      }
    },
  );

  it.each(NESTED)('has every name inside %s %s', (name, path, names) => {
    const schema = path === '' ? component(name) : at(component(name), path);
    expect(Object.keys(schema.properties ?? {})).toEqual(expect.arrayContaining(names));
  });

  it.each(ENUMERATIONS)('has the values of section %s in %s %s', (_section, name, path, values) => {
    const schema = path === '' ? component(name) : at(component(name), path);
    expect(schema.enum).toHaveLength(values.length);
    expect(schema.enum).toEqual(expect.arrayContaining(values));
  });

  it('lists the states of section 3 among its own', () => {
    const response = component('TrackResponse');
    expect(at(response, 'trackingStatus').enum).toEqual(
      expect.arrayContaining(['completed', 'failed', 'refunded', 'not_started']),
    );
    expect(at(response, 'stage').enum).toContain('outbound');
    expect(at(component('TrackData'), 'swap.status').enum).toContain('success');
    expect(at(component('TrackData'), 'trackingStatus').enum).toEqual(at(response, 'trackingStatus').enum);
  });

  it('states the fixed values of the error bodies and the limits of slippage', () => {
    const invalid = component('ValidationError');
    expect(at(invalid, 'type').const).toBe('/errors/validation-error');
    expect(at(invalid, 'title').const).toBe('Validation Error');
    expect(at(invalid, 'status').const).toBe(400);
    expect(at(invalid, 'timestamp').format).toBe('date-time');
    const internal = component('InternalServerError');
    expect(at(internal, 'type').const).toBe('/errors/internal-server-error');
    expect(at(internal, 'title').const).toBe('Internal Server Error');
    expect(at(internal, 'status').const).toBe(500);
    expect(at(component('QuoteRequest'), 'slippage')).toMatchObject({ minimum: 0, maximum: 100 });
  });

  it('has the endpoints of section 4 with a schema and an example for every status', () => {
    expect(Object.keys(document.paths).sort()).toEqual(ENDPOINTS.map(([path]) => path).sort());
    for (const [path, method, statuses] of ENDPOINTS) {
      const operation = document.paths[path]?.[method];
      expect(Object.keys(operation?.responses ?? {}), path).toEqual(statuses);
      for (const status of statuses.filter((one) => one !== '304')) {
        const json = operation?.responses[status]?.content?.['application/json'];
        expect(json?.schema, `${path} ${status}`).toBeDefined();
        expect(json?.example, `${path} ${status}`).toBeDefined();
      }
    }
    expect(document.paths['/v1/tokens']?.get?.parameters?.map(({ name }) => name)).toContain('provider');
  });

  it('gives examples that its own schemas accept', () => {
    for (const row of CONTRACT_ROWS) {
      const examples = EXAMPLES[row.operationId];
      if (row.body) expect(() => row.body?.parse(examples?.request), row.path).not.toThrow();
      for (const [status, { schema }] of Object.entries(row.responses)) {
        if (schema instanceof z.ZodType)
          expect(() => schema.parse(examples?.responses[status]), `${row.path} ${status}`).not.toThrow();
      }
    }
  });

  it('is OpenAPI 3.1, version v1, with both servers in either network', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info.version).toBe('v1');
    for (const network of ['sandbox', 'mainnet'] as const) {
      const { servers } = openApiDocument({ here: 'https://here.example', network }) as unknown as Document;
      expect(servers).toHaveLength(2);
      expect(servers.map(({ url }) => url)).toContain('https://here.example');
    }
  });

  it('refers to nothing that it does not hold', () => {
    const references = JSON.stringify(document).match(/"#\/components\/schemas\/[^"]+"/g) ?? [];
    const names = new Set(references.map((text) => text.slice('"#/components/schemas/'.length, -1)));
    expect(names.size).toBeGreaterThan(20);
    for (const name of names) expect(document.components.schemas).toHaveProperty([name]);
  });
});
