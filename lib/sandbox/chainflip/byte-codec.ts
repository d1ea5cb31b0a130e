/**
 * Reads and writes little-endian integers and length-prefixed bytes, the basis of SCALE and Borsh; reads never run past
 * the end.
 */

export class ByteWriter {
  readonly #bytes: number[] = [];

  /** Appends `size` bytes, little-endian. @throws {RangeError} when the value does not fit. */
  uint(value: bigint | number, size: number): this {
    let rest = BigInt(value);
    if (rest < 0n || rest >> BigInt(8 * size) !== 0n) throw new RangeError(`${value} does not fit ${size} bytes`);
    for (let i = 0; i < size; i += 1) {
      this.#bytes.push(Number(rest & 0xffn));
      rest >>= 8n;
    }
    return this;
  }

  raw(bytes: Uint8Array): this {
    for (const byte of bytes) this.#bytes.push(byte);
    return this;
  }

  /** SCALE's compact integer, for lengths below 2^30. */
  compact(value: number): this {
    if (value < 0x40) return this.uint(value << 2, 1);
    if (value < 0x4000) return this.uint((value << 2) | 1, 2);
    if (value < 0x4000_0000) return this.uint(value * 4 + 2, 4);
    throw new RangeError(`${value} is too long for a length`);
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}

export class MalformedBytes extends Error {
  override readonly name = 'MalformedBytes';
}

export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** @throws {MalformedBytes} when there are fewer. */
  take(length: number): Uint8Array {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new MalformedBytes(`ends at ${this.#bytes.length}, ${end} are needed`);
    const slice = this.#bytes.slice(this.#at, end);
    this.#at = end;
    return slice;
  }

  big(size: number): bigint {
    let value = 0n;
    for (const byte of this.take(size).reverse()) value = (value << 8n) | BigInt(byte);
    return value;
  }

  uint(size: 1 | 2 | 4): number {
    return Number(this.big(size));
  }

  compact(): number {
    const first = this.uint(1);
    const mode = first & 3;
    if (mode === 0) return first >> 2;
    if (mode === 1) return (first >> 2) | (this.uint(1) << 6);
    if (mode === 2) return (first >> 2) + Number(this.big(3)) * 64;
    throw new MalformedBytes('a length of more than 2^30');
  }

  /** SCALE's `Option`: one byte, 0 or 1, before the value. */
  option<T>(read: () => T): T | undefined {
    const mark = this.uint(1);
    if (mark > 1) throw new MalformedBytes(`an option is marked 0 or 1, not ${mark}`);
    return mark === 1 ? read() : undefined;
  }

  list<T>(read: () => T): T[] {
    return Array.from({ length: this.compact() }, read);
  }

  /** @throws {MalformedBytes} when something is left over. */
  end(): void {
    const left = this.#bytes.length - this.#at;
    if (left > 0) throw new MalformedBytes(`${left} bytes too many`);
  }
}
