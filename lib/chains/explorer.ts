/**
 * Builds links to transactions and addresses where an explorer exists, in code small enough for the page's first view.
 */
import type { ChainId } from '../domain/chain-id.ts';
import type { NetworkName } from './chain.ts';
import { CHAINS } from './chains.ts';

const HEX_HASH = /^(?:0[xX])?([0-9a-fA-F]{64})$/;
/** See `numbersSwaps`. */
const NUMBERED = /^(.*[^-])(-\d{1,4})$/;
const BLOCK_INDEX = /^\d{1,12}-\d{1,6}$/;
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{80,90}$/;
const RADIX = /^txid_[a-z0-9_]{20,90}$/;

const hexDigits = (text: string): string | undefined => HEX_HASH.exec(text)?.[1]?.toLowerCase();

function upperHex(chain: ChainId, text: string): string | undefined {
  const [, plain = text, suffix = ''] = (CHAINS[chain].numbersSwaps ? NUMBERED.exec(text) : null) ?? [];
  const digits = hexDigits(plain);
  return digits && digits.toUpperCase() + suffix;
}

function withPrefix(text: string): string | undefined {
  const digits = hexDigits(text);
  return digits && `0x${digits}`;
}

/**
 * The hash in the spelling of its chain, judged by its characters alone: base58 and bech32 are not decoded, so the
 * result may still be no hash. `canonicalHash` decodes them.
 */
export function spelledHash(chain: ChainId, text: string): string | undefined {
  switch (CHAINS[chain].hashFormat) {
    case 'evm':
      return withPrefix(text);
    case 'hex-lower':
      return hexDigits(text);
    case 'hex-upper':
      return upperHex(chain, text);
    case 'base58':
      return BASE58.test(text) ? text : undefined;
    case 'extrinsic':
      return BLOCK_INDEX.test(text) ? text : withPrefix(text);
    case 'block-index':
      return BLOCK_INDEX.test(text) ? text : undefined;
    case 'radix':
      return RADIX.test(text) ? text : undefined;
    case 'none':
      return undefined;
  }
}

/** URL of a transaction at a public explorer; undefined where there is none (everywhere in the sandbox). */
export function explorerTxUrl(chain: ChainId, hash: string, network: NetworkName): string | undefined {
  const spelled = spelledHash(chain, hash.trim());
  if (spelled === undefined) return undefined;
  const shown = CHAINS[chain].hashFormat === 'hex-upper' ? spelled.replace(/-\d+$/, '') : spelled;
  return CHAINS[chain][network].explorerTx?.replace('{hash}', encodeURIComponent(shown));
}

/** URL of an address at a public explorer; undefined where there is none (everywhere in the sandbox). */
export const explorerAddressUrl = (chain: ChainId, address: string, network: NetworkName): string | undefined =>
  CHAINS[chain][network].explorerAddress?.replace('{address}', encodeURIComponent(address));
