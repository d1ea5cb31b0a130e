/**
 * Converts addresses to the form in Chainflip's contracts and back: raw bytes, except that Bitcoin addresses are text.
 */

import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { checkAddress } from '../../chains/address.ts';
import { decodeSs58, encodeSs58 } from '../../chains/ss58.ts';
import { checksumAddress } from '../../domain/asset.ts';
import { type CfChain, CHAIN_INFO } from './assets.ts';

/** The generic SS58 prefix, which the sandbox's Asset Hub uses. */
const ASSETHUB_SS58 = 42;

/** Undefined when the text is no address of the chain; test and mainnet forms are both accepted. */
export function addressToBytes(chain: CfChain, address: string): Uint8Array | undefined {
  const checked = checkAddress(CHAIN_INFO[chain].chainId, address, 'sandbox');
  if (!checked.ok) return undefined;
  switch (CHAIN_INFO[chain].kind) {
    case 'evm':
      return hexToBytes(checked.canonical.slice(2));
    case 'solana':
      return base58.decode(checked.canonical);
    case 'assethub':
      return decodeSs58(checked.canonical)?.account;
    default:
      return utf8ToBytes(checked.canonical);
  }
}

/** Undefined when the bytes are no address of the chain. */
export function addressFromBytes(chain: CfChain, bytes: Uint8Array): string | undefined {
  switch (CHAIN_INFO[chain].kind) {
    case 'evm':
      return bytes.length === 20 ? checksumAddress(`0x${bytesToHex(bytes)}`) : undefined;
    case 'solana':
      return bytes.length === 32 ? base58.encode(bytes) : undefined;
    case 'assethub':
      return bytes.length === 32 ? encodeSs58(bytes, ASSETHUB_SS58) : undefined;
    default: {
      const text = new TextDecoder().decode(bytes);
      return checkAddress('BTC', text, 'sandbox').ok ? text : undefined;
    }
  }
}
