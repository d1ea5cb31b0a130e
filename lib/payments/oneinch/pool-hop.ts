/**
 * Reads the packed word by which router calls name a pool, and which call of that pool shows its output token.
 * Source: Aggregation Router V6, libs/ProtocolLib.sol and UnoswapRouter.sol.
 */
import { checksumAddress } from '../../domain/asset.ts';
import { NATIVE_TOKEN, sameRouterToken } from './router.ts';

export type PoolHop = {
  /** EIP-55. */
  pool: string;
  kind: 'Uniswap V2' | 'Uniswap V3' | 'Curve';
  permit2: boolean;
  /** The question to the chain for the output token (`eth_call` of `pool` with `data`, one address back). */
  outputCall: string;
  /** Wrapped coins are paid out as the chain's own coin. */
  unwraps: boolean;
  /** The chain's own coin is paid out wrapped. */
  wraps: boolean;
};

const KINDS = ['Uniswap V2', 'Uniswap V3', 'Curve'] as const;
const KIND_BITS = 253n;
const UNWRAP_BIT = 252n;
const PERMIT2_BIT = 250n;
const ZERO_FOR_ONE_BIT = 247n;
const CURVE_COIN_FUNCTION_BITS = 208n;
const CURVE_COIN_INDEX_BITS = 216n;
const CURVE_WRAP_BIT = 245n;
const CURVE_UNWRAP_BIT = 246n;
const ADDRESS_MASK = (1n << 160n) - 1n;

const TOKEN0 = '0x0dfe1681';
const TOKEN1 = '0xd21220a7';
/**
 * By their index in the router's table, in bytes: base_coins(uint256), coins(int128), coins(uint256),
 * underlying_coins(int128), underlying_coins(uint256).
 */
const COIN_FUNCTIONS: Readonly<Record<number, string>> = {
  0: '0x87cb4f57',
  4: '0x23746eb8',
  8: '0xc6610657',
  12: '0xb739953e',
  16: '0xb9947eb0',
};

const bit = (word: bigint, at: bigint): boolean => ((word >> at) & 1n) === 1n;
const byte = (word: bigint, at: bigint): number => Number((word >> at) & 0xffn);

function curveOutput(word: bigint): string | undefined {
  const selector = COIN_FUNCTIONS[byte(word, CURVE_COIN_FUNCTION_BITS)];
  return selector && selector + byte(word, CURVE_COIN_INDEX_BITS).toString(16).padStart(64, '0');
}

/** Undefined for an unknown kind of pool. */
export function readPool(word: bigint): PoolHop | undefined {
  const kind = KINDS[Number(word >> KIND_BITS)];
  const isCurve = kind === 'Curve';
  const outputCall = isCurve ? curveOutput(word) : bit(word, ZERO_FOR_ONE_BIT) ? TOKEN1 : TOKEN0;
  if (kind === undefined || outputCall === undefined) return undefined;
  return {
    pool: checksumAddress(`0x${(word & ADDRESS_MASK).toString(16).padStart(40, '0')}`),
    kind,
    permit2: bit(word, PERMIT2_BIT),
    outputCall,
    unwraps: bit(word, UNWRAP_BIT) || (isCurve && bit(word, CURVE_UNWRAP_BIT)),
    wraps: isCurve && bit(word, CURVE_WRAP_BIT),
  };
}

/**
 * The output token of a call through pools, once the chain has named that of its last pool. @param answer of
 * `outputCall`: one word. Undefined when it is not an address.
 */
export function poolOutput(last: PoolHop, answer: string, wrapped: string): string | undefined {
  const digits = /^0x0{24}([0-9a-f]{40})/i.exec(answer)?.[1];
  if (digits === undefined) return undefined;
  const coin = checksumAddress(`0x${digits}`);
  if (last.unwraps && sameRouterToken(coin, wrapped)) return NATIVE_TOKEN;
  return last.wraps && sameRouterToken(coin, NATIVE_TOKEN) ? wrapped : coin;
}
