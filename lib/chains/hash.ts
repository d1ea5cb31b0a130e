/** Writes a transaction hash the one way its chain writes it, and links to it where an explorer exists. */
import { base58 } from '@scure/base';
import type { ChainId } from '../domain/chain-id.ts';
import { readBech32 } from './address-formats.ts';
import type { NetworkName } from './chain.ts';
import { CHAINS } from './chains.ts';

const HEX_HASH = /^(?:0[xX])?([0-9a-fA-F]{64})$/;
/** THORChain and Maya number the further swaps of one native transaction: `<hash>-1`. */
const NUMBERED = /^(.*[^-])(-\d{1,4})$/;
const BLOCK_INDEX = /^\d{1,12}-\d{1,6}$/;
const RADIX_PREFIXES = ['txid_rdx', 'txid_tdx_2_', 'txid_loc'];

const hexDigits = (text: string): string | undefined => HEX_HASH.exec(text)?.[1]?.toLowerCase();

function signature(text: string): string | undefined {
  if (text.length > 90) return undefined;
  try {
    return base58.decode(text).length === 64 ? text : undefined;
  } catch {
    return undefined;
  }
}

function upperHex(chain: ChainId, text: string): string | undefined {
  const [, plain = text, suffix = ''] = (chain === 'THOR' || chain === 'MAYA' ? NUMBERED.exec(text) : null) ?? [];
  const digits = hexDigits(plain);
  return digits && digits.toUpperCase() + suffix;
}

function withPrefix(text: string): string | undefined {
  const digits = hexDigits(text);
  return digits && `0x${digits}`;
}

/**
 * The hash as its chain writes it, by which it is stored and compared; undefined when the text is no transaction hash
 * of the chain. A 0x and either case are taken where they carry nothing, and surrounding white space always.
 */
export function canonicalHash(chain: ChainId, hash: string): string | undefined {
  const text = hash.trim();
  switch (CHAINS[chain].hashFormat) {
    case 'evm':
      return withPrefix(text);
    case 'hex-lower':
      return hexDigits(text);
    case 'hex-upper':
      return upperHex(chain, text);
    case 'base58':
      return signature(text);
    case 'extrinsic':
      return BLOCK_INDEX.test(text) ? text : withPrefix(text);
    case 'block-index':
      return BLOCK_INDEX.test(text) ? text : undefined;
    case 'radix': {
      const read = readBech32(text, 'bech32m');
      return read && RADIX_PREFIXES.includes(read.prefix) && read.bytes.length === 32 ? text.toLowerCase() : undefined;
    }
    case 'none':
      return undefined;
  }
}

/** What a transaction hash of the chain looks like, for messages. */
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

/** Page of a transaction at a public explorer; undefined where there is none (everywhere in the sandbox). */
export function explorerTxUrl(chain: ChainId, hash: string, network: NetworkName): string | undefined {
  const canonical = canonicalHash(chain, hash);
  if (canonical === undefined) return undefined;
  const shown = CHAINS[chain].hashFormat === 'hex-upper' ? canonical.replace(/-\d+$/, '') : canonical;
  return CHAINS[chain][network].explorerTx?.replace('{hash}', encodeURIComponent(shown));
}

/** Page of an address at a public explorer; undefined where there is none (everywhere in the sandbox). */
export const explorerAddressUrl = (chain: ChainId, address: string, network: NetworkName): string | undefined =>
  CHAINS[chain][network].explorerAddress?.replace('{address}', encodeURIComponent(address));
