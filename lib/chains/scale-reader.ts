/** Decodes SCALE values from bytes, one after another, and throws where the bytes end too early. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

export class ShortBytes extends Error {
  override readonly name = 'ShortBytes';
}

export class ScaleReader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  get length(): number {
    return this.#bytes.length;
  }

  /** @throws {ShortBytes} */
  take(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.#bytes.length) throw new ShortBytes('the bytes end too early');
    const taken = this.#bytes.slice(this.at, end);
    this.at = end;
    return taken;
  }

  hex(length: number): string {
    return bytesToHex(this.take(length));
  }

  byte(): number {
    return this.take(1)[0] ?? 0;
  }

  /** A little-endian unsigned integer. */
  uint(bytes: number): bigint {
    return this.take(bytes).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  }

  u32(): number {
    return Number(this.uint(4));
  }

  /** A compact integer. Source: docs.polkadot.com, SCALE codec. */
  compact(): bigint {
    const first = this.byte();
    const mode = first & 3;
    this.at -= 1;
    if (mode < 3) return this.uint(1 << mode) >> 2n;
    this.at += 1;
    return this.uint((first >> 2) + 4);
  }
}

/** Undefined for text that is not hex. */
export const bytesOfHex = (text: string): Uint8Array | undefined =>
  /^0x([0-9a-f]{2})*$/i.test(text) ? hexToBytes(text.slice(2)) : undefined;
