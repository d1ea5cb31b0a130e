/**
 * Finds the words of amount and minimum return in a call of 1inch's router, for those calls alone in which nothing
 * else depends on either: swaps through named pools that name their receiver. Source: Aggregation Router V6,
 * UnoswapRouter.sol.
 */
import { decodeRouterCall, type RouterCall } from './router-call.ts';

/** Byte offsets into the calldata, each of a 32-byte word. */
export type AdjustableOffsets = {
  /** Undefined when the transaction's value is sold. */
  amountOffset?: number;
  leastOffset: number;
};

const SELECTOR_BYTES = 4;
const WORD_BYTES = 32;
const offsetAt = (index: number): number => SELECTOR_BYTES + WORD_BYTES * index;

/** `to, token, amount, minReturn, dex…` */
const OF_TOKEN: AdjustableOffsets = { amountOffset: offsetAt(2), leastOffset: offsetAt(3) };
/** `to, minReturn, dex…` */
const OF_COIN: AdjustableOffsets = { leastOffset: offsetAt(1) };

const OFFSETS: Readonly<Record<string, AdjustableOffsets>> = {
  '0xe2c95c82': OF_TOKEN,
  '0xea76dddf': OF_TOKEN,
  '0xf7a70056': OF_TOKEN,
  '0x175accdc': OF_COIN,
  '0x0f449d71': OF_COIN,
  '0x493189f0': OF_COIN,
};

const wordIn = (data: string, offset: number): bigint =>
  BigInt(`0x${data.slice(2 + offset * 2, 2 + (offset + WORD_BYTES) * 2)}`);

/**
 * Undefined for every other function, and when the words are not those that the call was read with. @param data
 * calldata, 0x and hex. @throws {RouterCallError} when it is not a swap call of the router.
 */
export function adjustableOffsets(data: string): (AdjustableOffsets & { call: RouterCall }) | undefined {
  const call = decodeRouterCall(data);
  const offsets = Object.hasOwn(OFFSETS, call.selector) ? OFFSETS[call.selector] : undefined;
  if (!offsets || call.receiver === undefined) return undefined;
  const amount = offsets.amountOffset === undefined ? undefined : wordIn(data, offsets.amountOffset);
  if (amount !== call.amount || wordIn(data, offsets.leastOffset) !== call.minReturn) return undefined;
  return { ...offsets, call };
}
