/** Computes Solidity's storage layout, to place contracts and give accounts tokens without transactions. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** A 32-byte word as `0x…`. */
export const word = (value: bigint | number): `0x${string}` => `0x${BigInt(value).toString(16).padStart(64, '0')}`;

const wordBytes = (hex: string): Uint8Array => hexToBytes(hex.slice(2).toLowerCase().padStart(64, '0'));

/** Slot of `mapping[key]` for a mapping of addresses at `slot` (a word). */
export const mappingSlot = (address: string, slot: `0x${string}`): `0x${string}` =>
  `0x${bytesToHex(keccak_256(concatBytes(wordBytes(address), wordBytes(slot))))}`;

/** A string of at most 31 bytes in the encoding of its slot. */
export function shortString(text: string): `0x${string}` {
  const bytes = utf8ToBytes(text);
  if (bytes.length > 31) throw new RangeError(`too long for one slot: ${text}`);
  return `0x${bytesToHex(bytes).padEnd(62, '0')}${(bytes.length * 2).toString(16).padStart(2, '0')}`;
}
