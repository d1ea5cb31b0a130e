/**
 * Parses the queries of `/quote` and `/swap` like the API's validation: case-sensitive names, and one message for each
 * mistake.
 */
import { getAddress, type Hex, zeroAddress } from 'viem';
import { badRequest } from './answer.ts';

export type Version = 'v6.1' | 'v6.0';

export type QuoteRequest = {
  src: string;
  dst: string;
  amount: bigint;
  /** Millionths of the output. */
  feePpm: bigint;
  gasPrice: bigint | undefined;
  includeTokensInfo: boolean;
  includeProtocols: boolean;
  includeGas: boolean;
  excludedProtocols: readonly string[];
  /** The only sources that may be used; undefined for all. */
  protocols: readonly string[] | undefined;
};

export type SwapRequest = QuoteRequest & {
  from: Hex;
  receiver: Hex;
  referrer: Hex | undefined;
  /** Millionths; exactly one of this and `minReturn` is set. */
  slippagePpm: bigint | undefined;
  minReturn: bigint | undefined;
  allowPartialFill: boolean;
  disableEstimate: boolean;
  /** The Unoswap methods are excluded. */
  compatibility: boolean;
  usePermit2: boolean;
};

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const UINT256 = (1n << 256n) - 1n;
/** Parts per million of a percent. */
const PERCENT_PPM = 10_000;
/** The limits of complexityLevel, parts and mainRouteParts. Source: the OpenAPI documents of both versions. */
const ROUTE_LIMITS: Readonly<Record<Version, Record<string, number>>> = {
  'v6.0': { complexityLevel: 2, parts: 50, mainRouteParts: 10 },
  'v6.1': { complexityLevel: 3, parts: 100, mainRouteParts: 50 },
};
const LEAST_GAS = 100_000;
const MOST_GAS = 11_500_000;
const MOST_CONNECTORS = 5;

const capital = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

function required(query: URLSearchParams, name: string): string {
  const value = query.get(name);
  if (value === null || value === '') throw badRequest(`${capital(name)} is not set`, [{ type: name, value: '' }]);
  return value;
}

export function addressOf(name: string, value: string): Hex {
  if (!ADDRESS.test(value)) throw badRequest(`${name} must be an Ethereum address`, [{ type: name, value }]);
  return getAddress(value.toLowerCase());
}

function optionalAddress(query: URLSearchParams, name: string): Hex | undefined {
  const value = query.get(name);
  return value === null ? undefined : addressOf(name, value);
}

function flag(query: URLSearchParams, name: string): boolean {
  const value = query.get(name);
  if (value === null || value === 'false') return false;
  if (value === 'true') return true;
  throw badRequest(`${name} must be a boolean value`, [{ type: name, value }]);
}

function integer(name: string, value: string): bigint {
  if (!/^\d+$/.test(value) || BigInt(value) > UINT256)
    throw badRequest(`${name} must be an integer in base units`, [{ type: name, value }]);
  return BigInt(value);
}

/** Reads a number within two bounds, with the API's validation messages. */
function bounded(query: URLSearchParams, name: string, least: number, most: number): number | undefined {
  const value = query.get(name);
  if (value === null) return undefined;
  const number = Number(value);
  const meta = [{ type: name, value }];
  if (value === '' || !Number.isFinite(number))
    throw badRequest(`${name} must be a number conforming to the specified constraints`, meta);
  if (number < least) throw badRequest(`${name} must not be less than ${least}`, meta);
  if (number > most) throw badRequest(`${name} must not be greater than ${most}`, meta);
  return number;
}

const list = (query: URLSearchParams, name: string): string[] => (query.get(name) ?? '').split(',').filter(Boolean);

function checkRouteLimits(query: URLSearchParams, version: Version): void {
  for (const [name, most] of Object.entries(ROUTE_LIMITS[version])) bounded(query, name, 0, most);
  bounded(query, 'gasLimit', LEAST_GAS, MOST_GAS);
  if (query.has('protocols') && query.has('excludedProtocols'))
    throw badRequest('protocols and excludedProtocols cannot be set at the same time');
  const connectors = list(query, 'connectorTokens');
  if (connectors.length > MOST_CONNECTORS)
    throw badRequest(`connectorTokens must contain no more than ${MOST_CONNECTORS} elements`);
  for (const connector of connectors) addressOf('connectorTokens', connector);
}

/** @throws {OneinchError} 400 */
export function readQuote(query: URLSearchParams, version: Version): QuoteRequest {
  const src = addressOf('src', required(query, 'src'));
  const dst = addressOf('dst', required(query, 'dst'));
  const amount = integer('amount', required(query, 'amount'));
  if (amount === 0n) throw badRequest('Amount is not set', [{ type: 'amount', value: '0' }]);
  if (src === dst) throw badRequest('Src and dst tokens must be different', [{ type: 'src', value: src }]);
  const fee = bounded(query, 'fee', 0, 3) ?? 0;
  checkRouteLimits(query, version);
  const gasPrice = query.get('gasPrice');
  return {
    src,
    dst,
    amount,
    feePpm: BigInt(Math.round(fee * PERCENT_PPM)),
    gasPrice: gasPrice === null || gasPrice === 'fast' ? undefined : integer('gasPrice', gasPrice),
    includeTokensInfo: flag(query, 'includeTokensInfo'),
    includeProtocols: flag(query, 'includeProtocols'),
    includeGas: flag(query, 'includeGas'),
    excludedProtocols: list(query, 'excludedProtocols'),
    protocols: query.has('protocols') ? list(query, 'protocols') : undefined,
  };
}

/**
 * `slippage` is in percent. v6.1 also accepts `minReturn` (base units) instead, and requires exactly one of the two.
 */
function readLimit(query: URLSearchParams, version: Version): Pick<SwapRequest, 'slippagePpm' | 'minReturn'> {
  const minReturn = version === 'v6.1' ? query.get('minReturn') : null;
  const slippage = bounded(query, 'slippage', 0, 50);
  if (minReturn !== null && slippage !== undefined)
    throw badRequest('slippage and minReturn cannot be set at the same time');
  if (minReturn !== null) return { slippagePpm: undefined, minReturn: integer('minReturn', minReturn) };
  if (slippage === undefined) throw badRequest('Slippage is not set', [{ type: 'slippage', value: '' }]);
  return { slippagePpm: BigInt(Math.round(slippage * PERCENT_PPM)), minReturn: undefined };
}

/** @throws {OneinchError} 400 */
export function readSwap(query: URLSearchParams, version: Version): SwapRequest {
  const quote = readQuote(query, version);
  const from = addressOf('from', required(query, 'from'));
  addressOf('origin', required(query, 'origin'));
  const limit = readLimit(query, version);
  const referrer = optionalAddress(query, 'referrer');
  const receiver = optionalAddress(query, 'receiver');
  if (quote.feePpm > 0n && referrer === undefined)
    throw badRequest('Referrer is not set', [{ type: 'referrer', value: '' }]);
  if (query.has('permit')) throw badRequest('permit is not supported by the token', [{ type: 'permit', value: '' }]);
  return {
    ...quote,
    ...limit,
    from,
    referrer,
    receiver: receiver === undefined || receiver === zeroAddress ? from : receiver,
    allowPartialFill: flag(query, 'allowPartialFill'),
    disableEstimate: flag(query, 'disableEstimate'),
    compatibility: flag(query, 'compatibility'),
    usePermit2: flag(query, 'usePermit2'),
  };
}
