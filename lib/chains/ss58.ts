/** Encodes and decodes SS58, the address format of Substrate chains, for accounts of 32 bytes. */
import { blake2b } from '@noble/hashes/blake2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';

const ACCOUNT_BYTES = 32;
const CHECKSUM_BYTES = 2;

const checksumOf = (body: Uint8Array): Uint8Array =>
  blake2b(concatBytes(utf8ToBytes('SS58PRE'), body), { dkLen: 64 }).subarray(0, CHECKSUM_BYTES);

/** Encodes a prefix: one byte below 64, two below 16384, with their bits in the order of the SS58 registry. */
const prefixBytes = (prefix: number): Uint8Array =>
  prefix < 64
    ? Uint8Array.of(prefix)
    : Uint8Array.of(((prefix & 0xfc) >> 2) | 0x40, (prefix >> 8) | ((prefix & 0x03) << 6));

export const encodeSs58 = (account: Uint8Array, prefix: number): string => {
  const body = concatBytes(prefixBytes(prefix), account);
  return base58.encode(concatBytes(body, checksumOf(body)));
};

/** Undefined for a wrong checksum, an account of another length, and text that is not base58. */
export function decodeSs58(address: string): { prefix: number; account: Uint8Array } | undefined {
  let bytes: Uint8Array;
  try {
    bytes = base58.decode(address);
  } catch {
    return undefined;
  }
  const first = bytes[0] ?? 255;
  if (first > 127) return undefined;
  const prefixLength = first < 64 ? 1 : 2;
  if (bytes.length !== prefixLength + ACCOUNT_BYTES + CHECKSUM_BYTES) return undefined;
  const second = bytes[1] ?? 0;
  const prefix = first < 64 ? first : ((first & 0x3f) << 2) | (second >> 6) | ((second & 0x3f) << 8);
  const account = bytes.slice(prefixLength, prefixLength + ACCOUNT_BYTES);
  return encodeSs58(account, prefix) === address ? { prefix, account } : undefined;
}
