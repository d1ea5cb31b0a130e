/**
 * Reads the transparent outputs of a raw Zcash transaction, whose format is not Bitcoin's. Sources: Zcash protocol
 * specification 7.1 and ZIP 225 (version 5), ZIP 243 (version 4).
 */
import { hex } from '@scure/base';

const OVERWINTERED = 0x80000000;
const OUTPOINT_BYTES = 36;

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  take(count: number): Uint8Array {
    if (this.#at + count > this.#bytes.length) throw new RangeError('the transaction ends too soon');
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }
  uint32(): number {
    this.take(4);
    return this.#view.getUint32(this.#at - 4, true);
  }
  uint64(): bigint {
    this.take(8);
    return this.#view.getBigUint64(this.#at - 8, true);
  }
  compactSize(): number {
    const [first = 0] = this.take(1);
    if (first < 0xfd) return first;
    if (first === 0xfd) {
      this.take(2);
      return this.#view.getUint16(this.#at - 2, true);
    }
    if (first === 0xfe) return this.uint32();
    throw new RangeError('more than any transaction has');
  }
}

/** Amounts in zatoshi. @throws {RangeError} for other versions than 4 and 5, and for truncated bytes. */
export function zcashOutputs(rawHex: string): { scriptHex: string; amount: bigint }[] {
  const reader = new Reader(hex.decode(rawHex.toLowerCase()));
  const version = reader.uint32();
  const isV5 = version === (OVERWINTERED | 5) >>> 0;
  if (!isV5 && version !== (OVERWINTERED | 4) >>> 0) throw new RangeError(`version ${version} is not known`);
  // Version group; in version 5 the consensus branch, lock time and expiry stand before the inputs.
  reader.take(isV5 ? 16 : 4);
  const inputs = reader.compactSize();
  for (let index = 0; index < inputs; index += 1) {
    reader.take(OUTPOINT_BYTES);
    reader.take(reader.compactSize());
    reader.take(4);
  }
  const outputs = reader.compactSize();
  return Array.from({ length: outputs }, () => {
    const amount = reader.uint64();
    return { amount, scriptHex: hex.encode(reader.take(reader.compactSize())) };
  });
}
