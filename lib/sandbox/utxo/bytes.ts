/**
 * Reads and writes the encodings that Bitcoin-family transactions share. Reading is strict: each transaction has
 * exactly one encoding.
 */
import { sha256 } from '@noble/hashes/sha2.js';

export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

export const sha256d = (data: Uint8Array): Uint8Array => sha256(sha256(data));

/** Reverses bytes, into the order in which block explorers print hashes. */
export const reversed = (data: Uint8Array): Uint8Array => Uint8Array.from(data).reverse();

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index]);

/**
 * A cursor over bytes. A read past the end, or a compact size that is not in its shortest form, throws a `DecodeError`.
 */
export class Reader {
  private position = 0;
  private readonly data: Uint8Array;

  constructor(data: Uint8Array) {
    this.data = data;
  }

  get done(): boolean {
    return this.position === this.data.length;
  }

  /** Returns the next byte without consuming it. */
  peek(ahead = 0): number | undefined {
    return this.data[this.position + ahead];
  }

  bytes(length: number): Uint8Array {
    if (length > this.data.length - this.position) throw new DecodeError('end of data');
    const taken = this.data.slice(this.position, this.position + length);
    this.position += length;
    return taken;
  }

  /** A little-endian unsigned integer of up to eight bytes. */
  uint(length: number): bigint {
    return this.bytes(length).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  }

  uint32(): number {
    return Number(this.uint(4));
  }

  compactSize(): number {
    const first = Number(this.uint(1));
    if (first < 0xfd) return first;
    const length = first === 0xfd ? 2 : first === 0xfe ? 4 : 8;
    const value = this.uint(length);
    const least = length === 2 ? 0xfdn : length === 4 ? 0x10000n : 0x100000000n;
    if (value < least) throw new DecodeError('non-canonical compact size');
    if (value > 0x2000000n) throw new DecodeError('compact size too large');
    return Number(value);
  }

  script(): Uint8Array {
    return this.bytes(this.compactSize());
  }
}

export const uintLE = (value: bigint | number, length: number): Uint8Array => {
  const out = new Uint8Array(length);
  let rest = BigInt(value);
  for (let index = 0; index < length; index += 1) {
    out[index] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return out;
};

export const compactSize = (value: number): Uint8Array => {
  if (value < 0xfd) return uintLE(value, 1);
  if (value <= 0xffff) return Uint8Array.of(0xfd, ...uintLE(value, 2));
  return Uint8Array.of(0xfe, ...uintLE(value, 4));
};

export const concat = (...arrays: readonly Uint8Array[]): Uint8Array => {
  const out = new Uint8Array(arrays.reduce((sum, array) => sum + array.length, 0));
  let offset = 0;
  for (const array of arrays) {
    out.set(array, offset);
    offset += array.length;
  }
  return out;
};

/** A script or witness item, preceded by its length. */
export const withLength = (script: Uint8Array): Uint8Array => concat(compactSize(script.length), script);
