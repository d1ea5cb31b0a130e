/** Asks an EVM chain through the page's gateway, without a connected wallet. */
import { type Address, createPublicClient, http, type PublicClient } from 'viem';
import { createGatewayClient } from '../../api/gateway.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { hexOf } from '../evm/erc20-reads.ts';

/** The part of a viem client that is used here. */
export type EvmReader = Pick<
  PublicClient,
  'call' | 'readContract' | 'getCode' | 'getBalance' | 'getTransactionCount' | 'estimateGas' | 'getGasPrice' | 'request'
>;

/** @param origin of the page: `https://…`. */
export const evmReader = (chain: ChainId, origin: string): EvmReader =>
  createPublicClient({ transport: http(createGatewayClient({ baseUrl: origin }).rpcUrl(chain)) });

const addressOf = (text: string): Address => hexOf(text);

/** Networks that read memos do not see payments of an account with code. */
export const hasCode = async (reader: EvmReader, address: string): Promise<boolean> => {
  const code = await reader.getCode({ address: addressOf(address) });
  return code !== undefined && code !== '0x';
};
