/**
 * Reads and writes a swap's destination in the form of vault contracts and payloads. Source: chainflip-backend
 * state-chain/chains/src/address.rs.
 */
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { CHAINS } from '../../chains/chains.ts';
import { decodeSs58, encodeSs58 } from '../../chains/ss58.ts';
import { checksumAddress, formatAsset } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { cfAssetNumbered, cfChainNumber } from './assets.ts';

const EVM_CHAINS: ReadonlySet<string> = new Set(['Ethereum', 'Arbitrum', 'Bsc']);
export const isEvmChain = (chain: string): boolean => EVM_CHAINS.has(chain);

/** Bytes of an address; undefined when they vary (Bitcoin) or the chain is unknown. */
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
 * An address in the form of contracts and payloads, hex without 0x: raw bytes, except for Bitcoin, whose text it is.
 * Undefined for an address that is not of the chain.
 */
export function addressHex(chain: string, address: string): string | undefined {
  if (chain === 'Bitcoin') return bytesToHex(utf8ToBytes(address));
  if (isEvmChain(chain)) return /^0x[0-9a-f]{40}$/i.test(address) ? address.slice(2).toLowerCase() : undefined;
  if (chain === 'Assethub' && /^0x[0-9a-f]{64}$/i.test(address)) return address.slice(2).toLowerCase();
  const bytes = chain === 'Assethub' ? decodeSs58(address)?.account : base58Bytes(address);
  return bytes?.length === 32 && addressLengthOf(chain) === 32 ? bytesToHex(bytes) : undefined;
}

function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The inverse, in the chain's own spelling; undefined when bytes of this length are not an address. */
export function addressText(chain: string, hex: string): string | undefined {
  if (chain === 'Bitcoin') return utf8Text(hexToBytes(hex));
  if (hex.length !== 2 * (addressLengthOf(chain) ?? 0) || hex === '') return undefined;
  if (isEvmChain(chain)) return checksumAddress(`0x${hex}`);
  const bytes = hexToBytes(hex);
  return chain === 'Solana' ? base58.encode(bytes) : encodeSs58(bytes, CHAINS.DOT.mainnet.ss58Prefix ?? 0);
}

/** Numbers and bytes as a call has them; a Bitcoin payload names no chain beside the asset. */
export type WrittenDestination = {
  dstChain?: number;
  dstToken: number;
  /** Hex without 0x. */
  dstAddress: string;
};

/** `asset` is an identifier of ours: `ARB.ETH`. */
export type VaultDestination = { chain: ChainId; asset: string; address: string };

/** The destination of a swap; undefined when a number is unknown here, or the asset is not of that chain. */
export function vaultDestination(written: WrittenDestination): VaultDestination | undefined {
  const bought = cfAssetNumbered(written.dstToken);
  if (!bought) return undefined;
  const { chain } = bought.cf;
  if (written.dstChain !== undefined && written.dstChain !== cfChainNumber(chain)) return undefined;
  const address = addressText(chain, written.dstAddress);
  return address === undefined ? undefined : { chain: bought.asset.chain, asset: formatAsset(bought.asset), address };
}
