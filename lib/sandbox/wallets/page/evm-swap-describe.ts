/** Describes in plain words a swap call of 1inch's router, and a call of a hash time lock: amount, parties, time. */
import { decodeFunctionData, type Hex } from 'viem';
import { parseAbi } from 'viem/utils';
import type { Fact } from './confirm.ts';

/** Source: 1inch Aggregation Router V6 (GenericRouter.sol, UnoswapRouter.sol); gardenfi/garden-sol HTLC.sol. */
const swapAbi = parseAbi([
  'struct Desc { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  'function swap(address executor, Desc desc, bytes data) payable returns (uint256, uint256)',
]);
const poolAbi = parseAbi([
  'function unoswap(uint256 token, uint256 amount, uint256 minReturn, uint256 dex) returns (uint256)',
  'function unoswapTo(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex) returns (uint256)',
  'function ethUnoswap(uint256 minReturn, uint256 dex) payable returns (uint256)',
  'function ethUnoswapTo(uint256 to, uint256 minReturn, uint256 dex) payable returns (uint256)',
]);
/** `permit` is a token, and behind it the arguments of EIP-2612. Source: 1inch solidity-utils, PermitAndCall.sol. */
const permitAbi = parseAbi(['function permitAndCall(bytes permit, bytes action) payable']);
const lockAbi = parseAbi([
  'function initiate(address redeemer, uint256 timelock, uint256 amount, bytes32 secretHash) payable',
]);

const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';
/** `token` undefined: the chain's own coin. */
type AmountOf = (token: string | undefined, amount: bigint) => string;

const addressOf = (word: bigint): string => `0x${(word & ((1n << 160n) - 1n)).toString(16).padStart(40, '0')}`;
const coinOr = (token: string): string | undefined => (token.toLowerCase() === NATIVE ? undefined : token);

function swapFacts(data: Hex, amountOf: AmountOf): Fact[] {
  const { args } = decodeFunctionData({ abi: swapAbi, data });
  const [executor, desc] = args;
  return [
    ['Call', 'swap'],
    ['Swaps', amountOf(coinOr(desc.srcToken), desc.amount)],
    ['For at least', amountOf(coinOr(desc.dstToken), desc.minReturnAmount)],
    ['Pays', desc.dstReceiver],
    ['Swapped by', executor],
  ];
}

function poolFacts(value: bigint, data: Hex, amountOf: AmountOf): Fact[] {
  const { functionName, args } = decodeFunctionData({ abi: poolAbi, data });
  const isCoin = functionName.startsWith('eth');
  const swapArgs = functionName.endsWith('To') ? args.slice(1) : args.slice();
  const [token = 0n, amount = 0n, minReturn = 0n] = isCoin ? [0n, value, swapArgs[0]] : swapArgs;
  const to = functionName.endsWith('To') ? addressOf(args[0]) : 'the sender';
  return [
    ['Call', functionName],
    ['Swaps', amountOf(isCoin ? undefined : addressOf(token), amount)],
    ['For at least', `${minReturn} units of what the pool pays out`],
    ['Pays', to],
  ];
}

function lockFacts(value: bigint, data: Hex): Fact[] {
  const { args } = decodeFunctionData({ abi: lockAbi, data });
  const [redeemer, timelock, amount, secretHash] = args;
  return [
    ['Call', 'initiate'],
    ['Locks', value > 0n ? 'the coins sent along' : `${amount} units of the contract’s token`],
    ['Redeemed by', redeemer],
    ['Refundable after', `${timelock} blocks`],
    ['Secret hash', secretHash],
  ];
}

/** The allowance that the call hands to its token, and the call beside it. */
function permitFacts(value: bigint, data: Hex, amountOf: AmountOf): Fact[] {
  const [permit, action] = decodeFunctionData({ abi: permitAbi, data }).args;
  const word = (index: number) => BigInt(`0x${permit.slice(42 + 64 * index, 106 + 64 * index)}`);
  return [
    ['Call', 'permitAndCall'],
    ['May take', amountOf(permit.slice(0, 42), word(2))],
    ['Spender', addressOf(word(1))],
    ...(orderFacts(value, action, amountOf) ?? [['Data', action] satisfies Fact]),
  ];
}

/** Undefined for any other call. */
export function orderFacts(value: bigint, data: Hex, amountOf: AmountOf): Fact[] | undefined {
  for (const read of [
    () => swapFacts(data, amountOf),
    () => poolFacts(value, data, amountOf),
    () => lockFacts(value, data),
    () => permitFacts(value, data, amountOf),
  ]) {
    try {
      return read();
    } catch {
      // Another call.
    }
  }
  return undefined;
}
