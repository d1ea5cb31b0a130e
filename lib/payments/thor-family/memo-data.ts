/** Reads the memo of a payment that goes straight to a vault on an EVM chain, where it is the transaction's data. */
import { hexToBytes } from '@noble/hashes/utils.js';

const PRINTABLE = /^[\x20-\x7e]*$/;

const textOf = (hex: string): string => new TextDecoder().decode(hexToBytes(hex));

/**
 * The data's bytes as text, decoded once more when that text is hex. Undefined when the data is a call. @param data
 * 0x and hex.
 */
export function memoOfData(data: string): string | undefined {
  try {
    const plain = textOf(data.slice(2));
    const memo = /^(0x)?([0-9a-f]{2})+$/i.test(plain) ? textOf(plain.replace(/^0x/i, '')) : plain;
    return PRINTABLE.test(memo) ? memo : undefined;
  } catch {
    return undefined;
  }
}
