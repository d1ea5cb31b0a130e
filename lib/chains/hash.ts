/** Normalises a transaction hash to the spelling of its chain. */
import { base58 } from '@scure/base';
import type { ChainId } from '../domain/chain-id.ts';
import { readBech32 } from './address-formats.ts';
import { CHAINS } from './chains.ts';
import { spelledHash } from './explorer.ts';

const RADIX_PREFIXES = ['txid_rdx', 'txid_tdx_2_', 'txid_loc'];

function signature(text: string): string | undefined {
  if (text.length > 90) return undefined;
  try {
    return base58.decode(text).length === 64 ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The hash in the spelling by which it is stored and compared; undefined when the text is not a transaction hash of the
 * chain. Surrounding white space is always accepted, a 0x prefix and either letter case where they have no meaning.
 */
export function canonicalHash(chain: ChainId, hash: string): string | undefined {
  const text = hash.trim();
  switch (CHAINS[chain].hashFormat) {
    case 'base58':
      return signature(text);
    case 'radix': {
      const read = readBech32(text, 'bech32m');
      return read && RADIX_PREFIXES.includes(read.prefix) && read.bytes.length === 32 ? text.toLowerCase() : undefined;
    }
    default:
      return spelledHash(chain, text);
  }
}

/** The form of a chain's transaction hashes, for messages. */
export const HASH_FORMS: Readonly<Record<(typeof CHAINS)[ChainId]['hashFormat'], string>> = {
  evm: '0x and 64 hex digits',
  'hex-lower': '64 hex digits',
  'hex-upper': '64 hex digits',
  base58: 'a base58 signature of 64 bytes',
  extrinsic: 'block-index, or 0x and 64 hex digits',
  'block-index': 'block-index',
  radix: 'txid_rdx1…',
  none: 'none: this chain has no transactions',
};
