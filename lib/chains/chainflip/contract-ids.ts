/**
 * Numbers by which vault contracts and payloads name chains and assets, and how they write addresses.
 * Source: chainflip-product-toolkit packages/utils/src/chainflip.ts; chainflip-backend chains/src/address.rs.
 */
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { decodeSs58 } from '../ss58.ts';

/** As Chainflip names it: `{chain: 'Ethereum', asset: 'USDC'}`. */
export type CfAssetName = { chain: string; asset: string };

const CHAIN_NUMBERS: Readonly<Record<string, number>> = {
  Ethereum: 1,
  Bitcoin: 3,
  Arbitrum: 4,
  Solana: 5,
  Assethub: 6,
  Bsc: 8,
};

const ASSET_NUMBERS: readonly (CfAssetName & { id: number })[] = [
  { id: 1, chain: 'Ethereum', asset: 'ETH' },
  { id: 2, chain: 'Ethereum', asset: 'FLIP' },
  { id: 3, chain: 'Ethereum', asset: 'USDC' },
  { id: 5, chain: 'Bitcoin', asset: 'BTC' },
  { id: 6, chain: 'Arbitrum', asset: 'ETH' },
  { id: 7, chain: 'Arbitrum', asset: 'USDC' },
  { id: 8, chain: 'Ethereum', asset: 'USDT' },
  { id: 9, chain: 'Solana', asset: 'SOL' },
  { id: 10, chain: 'Solana', asset: 'USDC' },
  { id: 11, chain: 'Assethub', asset: 'DOT' },
  { id: 12, chain: 'Assethub', asset: 'USDT' },
  { id: 13, chain: 'Assethub', asset: 'USDC' },
  { id: 14, chain: 'Ethereum', asset: 'WBTC' },
  { id: 15, chain: 'Arbitrum', asset: 'USDT' },
  { id: 16, chain: 'Solana', asset: 'USDT' },
  { id: 19, chain: 'Bsc', asset: 'BNB' },
  { id: 20, chain: 'Bsc', asset: 'USDT' },
  { id: 21, chain: 'Ethereum', asset: 'CBBTC' },
];

export const contractChainId = (chain: string): number | undefined => CHAIN_NUMBERS[chain];
export const contractAssetId = ({ chain, asset }: CfAssetName): number | undefined =>
  ASSET_NUMBERS.find((one) => one.chain === chain && one.asset === asset)?.id;
export const contractAssetOf = (id: number): CfAssetName | undefined => ASSET_NUMBERS.find((one) => one.id === id);

const EVM_CHAINS: ReadonlySet<string> = new Set(['Ethereum', 'Arbitrum', 'Bsc']);
export const isEvmChain = (chain: string): boolean => EVM_CHAINS.has(chain);

/** Bytes of an address; undefined where they vary (Bitcoin) or the chain is not known. */
export function addressLengthOf(chain: string): 20 | 32 | undefined {
  if (isEvmChain(chain)) return 20;
  return chain === 'Solana' || chain === 'Assethub' ? 32 : undefined;
}

function base58Bytes(text: string): Uint8Array | undefined {
  try {
    return base58.decode(text);
  } catch {
    return undefined;
  }
}

/**
 * An address as contracts and payloads carry it, hex without 0x: raw bytes, but for Bitcoin, whose text stands in it.
 * Undefined for what is no address of the chain.
 */
export function addressHex(chain: string, address: string): string | undefined {
  if (chain === 'Bitcoin') return bytesToHex(utf8ToBytes(address));
  if (isEvmChain(chain)) return /^0x[0-9a-f]{40}$/i.test(address) ? address.slice(2).toLowerCase() : undefined;
  if (chain === 'Assethub' && /^0x[0-9a-f]{64}$/i.test(address)) return address.slice(2).toLowerCase();
  const bytes = chain === 'Assethub' ? decodeSs58(address)?.account : base58Bytes(address);
  return bytes?.length === 32 && addressLengthOf(chain) === 32 ? bytesToHex(bytes) : undefined;
}
