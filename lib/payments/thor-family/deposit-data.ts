/**
 * Encodes the call by which THORChain's and Maya's routers take a payment. Source: THORChain_Router.sol,
 * `depositWithExpiry`.
 */
import { encodeFunctionData, parseAbi, zeroAddress } from 'viem';
import { type Hex, hex } from '../evm/hex.ts';

export const DEPOSIT_ABI = parseAbi([
  'function depositWithExpiry(address vault, address asset, uint256 amount, string memo, uint256 expiration) payable',
]);

/** Calldata of a deposit. `token` absent: the chain's own coin, whose amount is the transaction's value. */
export function depositData(deposit: {
  vault: string;
  token?: string;
  amount: bigint;
  memo: string;
  expirationSeconds: number;
}): Hex {
  const { vault, token, amount, memo, expirationSeconds } = deposit;
  return encodeFunctionData({
    abi: DEPOSIT_ABI,
    functionName: 'depositWithExpiry',
    args: [hex(vault), token ? hex(token) : zeroAddress, amount, memo, BigInt(expirationSeconds)],
  });
}
