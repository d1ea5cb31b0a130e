/** Reads encoded parameters byte by byte and never past their end; unreadable input is a `DecodeError`. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

/** What `decode` returns; undefined for input that it cannot read. */
export function decodedOrUndefined<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

/** @throws {DecodeError} for text that is not hex of whole bytes. */
export function bytesOfHex(text: string): Uint8Array {
  const digits = text.replace(/^0x/i, '');
  if (!/^([0-9a-f]{2})*$/i.test(digits)) throw new DecodeError('it is not hexadecimal');
  return hexToBytes(digits);
}

/** Integers are little-endian, as in SCALE and Borsh alike. */
export class ByteReader {
  private readonly source: Uint8Array;
  private at = 0;

  constructor(source: Uint8Array) {
    this.source = source;
  }

  bytes(length: number): Uint8Array {
    if (length > this.source.length - this.at) throw new DecodeError('it ends too early');
    this.at += length;
    return this.source.subarray(this.at - length, this.at);
  }

  /** Without 0x, lower case. */
  hex(length: number): string {
    return bytesToHex(this.bytes(length));
  }

  big(length: number): bigint {
    return this.bytes(length).reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
  }

  /** For up to six bytes. */
  int(length: number): number {
    return Number(this.big(length));
  }

  /** SCALE and Borsh write one byte before an optional value. */
  option<T>(read: () => T): T | undefined {
    const flag = this.int(1);
    if (flag > 1) throw new DecodeError('an optional value is marked with something else than 0 or 1');
    return flag === 1 ? read() : undefined;
  }

  /** SCALE's compact length, up to 16 bits. Source: docs.polkadot.com, SCALE codec, compact integers. */
  compact(): number {
    const first = this.int(1);
    const mode = first & 3;
    if (mode === 0) return first >> 2;
    if (mode === 1) {
      const value = (first >> 2) | (this.int(1) << 6);
      if (value < 64) throw new DecodeError('a length is written longer than it needs to be');
      return value;
    }
    throw new DecodeError('a list is too long');
  }

  list<T>(length: number, read: () => T): T[] {
    return Array.from({ length }, read);
  }

  /** @throws {DecodeError} when bytes are left. */
  end(): void {
    if (this.at !== this.source.length) throw new DecodeError('something stands behind its end');
  }
}
