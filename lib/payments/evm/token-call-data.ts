/** Encodes the two calls of a token contract by which payments move tokens. Source: ERC-20. */
import { encodeFunctionData, erc20Abi } from 'viem';
import { type Hex, hex } from './hex.ts';

export const approveData = (spender: string, amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [hex(spender), amount] });

export const transferData = (to: string, amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [hex(to), amount] });
