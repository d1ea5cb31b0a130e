/** For tests: messages as the product encodes them, and the router calls in them. */
import { concatHex, encodeAbiParameters, type Hex, parseAbi, toFunctionSelector, toHex } from 'viem';
import { encodeReceiverMessage, type ReceiverMessage } from '../../../payments/chainflip/ccm-receiver.ts';
import { ALICE, BOUGHT, NATIVE } from './receiver-chain.ts';

/** Aggregation Router V6, UnoswapRouter.sol: one, two and three pools. */
const ROUTER_ABI = parseAbi([
  'function unoswapTo(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex)',
  'function unoswapTo2(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2)',
  'function unoswapTo3(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3)',
  'function ethUnoswapTo(uint256 to, uint256 minReturn, uint256 dex)',
  'function ethUnoswapTo2(uint256 to, uint256 minReturn, uint256 dex, uint256 dex2)',
  'function ethUnoswapTo3(uint256 to, uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3)',
]);
const SELECTORS = ROUTER_ABI.map((one) => toFunctionSelector(one));

/** @param dexes one word per pool, one to three. */
export function routerCall(token: Hex, to: Hex, dexes: readonly bigint[], selector?: Hex): Hex {
  const coins = token === NATIVE;
  const words = [BigInt(to), ...(coins ? [] : [BigInt(token), 0n]), 0n, ...dexes];
  const chosen = selector ?? SELECTORS[(coins ? 3 : 0) + dexes.length - 1] ?? '0x';
  return concatHex([chosen, ...words.map((word) => toHex(word, { size: 32 }))]);
}

export type Ask = Partial<Omit<ReceiverMessage, 'recipient' | 'buyToken'>> & {
  token: Hex;
  recipient?: Hex;
  buyToken?: Hex;
  dexes?: readonly bigint[];
};

export const ORDER_ID: Hex = `0x${'5a'.repeat(32)}`;

/** By default 1000 for at least 2000. */
export function orderFor(ask: Ask): ReceiverMessage {
  const { token, recipient = ALICE, buyToken = BOUGHT, dexes = [1n], ...rest } = ask;
  const coins = token === NATIVE;
  return {
    orderId: ORDER_ID,
    recipient,
    buyToken,
    leastOutput: 2000n,
    quotedInput: 1000n,
    amountOffset: coins ? 0 : 68,
    leastOffset: coins ? 36 : 100,
    routerCall: routerCall(token, recipient, dexes),
    ...rest,
  };
}

export const messageFor = (ask: Ask): Hex => encodeReceiverMessage(orderFor(ask));

/** A message that no codec would write: each word as given. */
export const rawMessage = (words: readonly bigint[], data: Hex = '0x'): Hex =>
  concatHex([
    ...words.map((word) => toHex(word, { size: 32 })),
    `0x${encodeAbiParameters([{ type: 'bytes' }], [data]).slice(66)}`,
  ]);
