/** Encodes and decodes CashAddr, the address format of Bitcoin Cash, as its specification defines it. */

const CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
const CHECKSUM_LENGTH = 8;
/** Hash sizes in bytes, indexed by the low three bits of the version byte. */
const HASH_BYTES = [20, 24, 28, 32, 40, 48, 56, 64];

/** `type` 0 pays to a public key hash, 1 to a script hash; 2 and 3 are the same kinds with support for tokens. */
export type CashAddr = { prefix: string; type: number; hash: Uint8Array };

function polymod(values: readonly number[]): bigint {
  let checksum = 1n;
  for (const value of values) {
    const top = checksum >> 35n;
    checksum = ((checksum & 0x07ffffffffn) << 5n) ^ BigInt(value);
    GENERATOR.forEach((generator, bit) => {
      if ((top >> BigInt(bit)) & 1n) checksum ^= generator;
    });
  }
  return checksum ^ 1n;
}

const prefixValues = (prefix: string): number[] => [...prefix].map((character) => character.charCodeAt(0) & 31);

/**
 * Regroups bits. With `pad` the last group is filled with zeros; without it, the result is undefined unless the rest
 * consists of such zeros.
 */
function regroup(values: Iterable<number>, from: number, to: number, pad: boolean): number[] | undefined {
  const out: number[] = [];
  let held = 0;
  let bits = 0;
  for (const value of values) {
    held = ((held << from) | value) & 0xfff;
    bits += from;
    while (bits >= to) {
      bits -= to;
      out.push((held >> bits) & ((1 << to) - 1));
    }
  }
  const rest = held & ((1 << bits) - 1);
  if (pad) return bits > 0 ? [...out, rest << (to - bits)] : out;
  return bits < from && rest === 0 ? out : undefined;
}

/**
 * Decodes an address; a written prefix must be `prefix`, and a missing one is taken to be it.
 * Undefined for anything else: mixed case, another prefix, wrong checksum, unknown version.
 * Source: the CashAddr specification (spec/cashaddr.md of bitcoincash.org).
 */
export function decodeCashAddr(address: string, prefix: string): CashAddr | undefined {
  const lower = address.toLowerCase();
  if (address !== lower && address !== address.toUpperCase()) return undefined;
  const colon = lower.lastIndexOf(':');
  if (colon >= 0 && lower.slice(0, colon) !== prefix) return undefined;
  const values = [...lower.slice(colon + 1)].map((character) => CHARSET.indexOf(character));
  if (values.length <= CHECKSUM_LENGTH || values.includes(-1)) return undefined;
  if (polymod([...prefixValues(prefix), 0, ...values]) !== 0n) return undefined;
  const bytes = regroup(values.slice(0, -CHECKSUM_LENGTH), 5, 8, false);
  const version = bytes?.[0];
  if (bytes === undefined || version === undefined || version > 127) return undefined;
  const hash = Uint8Array.from(bytes.slice(1));
  return hash.length === HASH_BYTES[version & 7] ? { prefix, type: version >> 3, hash } : undefined;
}

/**
 * Encodes an address without its prefix and colon. @throws {RangeError} for a hash length that the format does not
 * have.
 */
export function encodeCashAddr({ prefix, type, hash }: CashAddr): string {
  const size = HASH_BYTES.indexOf(hash.length);
  if (size < 0) throw new RangeError(`CashAddr has no hashes of ${hash.length} bytes`);
  const payload = regroup([(type << 3) | size, ...hash], 8, 5, true) ?? [];
  const checksum = polymod([...prefixValues(prefix), 0, ...payload, 0, 0, 0, 0, 0, 0, 0, 0]);
  const tail = Array.from({ length: CHECKSUM_LENGTH }, (_, i) => Number((checksum >> BigInt(5 * (7 - i))) & 31n));
  return [...payload, ...tail].map((value) => CHARSET.charAt(value)).join('');
}
