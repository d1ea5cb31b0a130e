/** Describes in plain words a call of Chainflip's vault: what it swaps, whom it pays and where a refund goes. */
import { hexToBytes } from '@noble/hashes/utils.js';
import { decodeFunctionData, type Hex } from 'viem';
import { parseAbi } from 'viem/utils';
import { checksumAddress } from '../../../domain/asset.ts';
import { assetOfContractId, chainOfContractId } from '../../chainflip/assets.ts';
import { addressFromBytes } from '../../chainflip/protocol-address.ts';
import type { Fact } from './confirm.ts';

/** Source: chainflip-eth-contracts contracts/interfaces/IVault.sol. */
const swapAbi = parseAbi([
  'function xSwapNative(uint32 dstChain, bytes dstAddress, uint32 dstToken, bytes cfParameters) payable',
  'function xSwapToken(uint32 dstChain, bytes dstAddress, uint32 dstToken, address srcToken, uint256 amount, bytes cfParameters)',
]);

function payout(dstChain: number, dstAddress: Hex, dstToken: number): string {
  const chain = chainOfContractId(dstChain);
  const asset = assetOfContractId(dstToken);
  const address = chain && addressFromBytes(chain.name, hexToBytes(dstAddress.slice(2)));
  return chain && address && asset?.chain === chain.name
    ? `${asset.asset} on ${chain.name} to ${address}`
    : `token ${dstToken} of chain ${dstChain} to ${dstAddress}`;
}

/** After a byte for the version and four for the blocks of retrying. Source: chainflip-backend chains/src/cf_parameters.rs. */
const REFUND_DIGITS = { from: 2 + 2 * 5, to: 2 + 2 * 25 };

function refundFacts(parameters: Hex): Fact[] {
  const digits = parameters.slice(REFUND_DIGITS.from, REFUND_DIGITS.to);
  return digits.length === 40 ? [['Refunds to', checksumAddress(`0x${digits}`)]] : [];
}

/**
 * Undefined for any other call.
 * @param amountOf `token` undefined: the chain's own coin.
 */
export function vaultFacts(
  value: bigint,
  data: Hex,
  amountOf: (token: string | undefined, amount: bigint) => string,
): Fact[] | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: swapAbi, data });
    const [dstChain, dstAddress, dstToken] = args;
    const sold = functionName === 'xSwapToken' ? amountOf(args[3], args[4]) : amountOf(undefined, value);
    return [
      ['Call', functionName],
      ['Swaps', sold],
      ['Pays', payout(dstChain, dstAddress, dstToken)],
      ...refundFacts(functionName === 'xSwapToken' ? args[5] : args[3]),
    ];
  } catch {
    return undefined;
  }
}
