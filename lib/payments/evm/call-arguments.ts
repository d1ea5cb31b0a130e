/**
 * Reads the arguments of a contract call in their order. A call whose offsets are not consecutive, or whose padding
 * is not zero, is refused: the contract might read it differently.
 */
import { checksumAddress } from '../../domain/asset.ts';
import { DecodeError } from '../byte-reader.ts';

const SELECTOR_DIGITS = 10;
/** Hex digits of 32 bytes. */
const WORD = 64;

/** The first four bytes of calldata, lower case, 0x and hex. */
export const selectorOf = (data: string): string => data.slice(0, SELECTOR_DIGITS).toLowerCase();

export class CallArguments {
  private readonly body: string;
  private head = 0;
  private tail: number;

  /**
   * @param data calldata, 0x and hex. @param count of the words before the bytes of dynamic arguments, if there are
   * any.
   */
  constructor(data: string, count = 0) {
    if (!/^0x([0-9a-f]{2})*$/i.test(data)) throw new DecodeError('it is no calldata');
    this.body = data.slice(SELECTOR_DIGITS).toLowerCase();
    this.tail = count * WORD;
  }

  private digits(at: number, length: number): string {
    if (at + length > this.body.length) throw new DecodeError('it ends too early');
    return this.body.slice(at, at + length);
  }

  /** 32 bytes, hex without 0x. */
  word(): string {
    this.head += WORD;
    return this.digits(this.head - WORD, WORD);
  }

  uint(bits: 32 | 256 = 256): bigint {
    const value = BigInt(`0x${this.word()}`);
    if (value >> BigInt(bits) !== 0n) throw new DecodeError('a number is too large');
    return value;
  }

  /** EIP-55. */
  address(): string {
    const word = this.word();
    if (/[^0]/.test(word.slice(0, 24))) throw new DecodeError('an address is too long');
    return checksumAddress(`0x${word.slice(24)}`);
  }

  /** Hex without 0x. */
  bytes(): string {
    if (this.uint() * 2n !== BigInt(this.tail)) throw new DecodeError('its data is not where it should be');
    const length = BigInt(`0x${this.digits(this.tail, WORD)}`) * 2n;
    if (length > BigInt(this.body.length)) throw new DecodeError('it ends too early');
    const used = Number(length);
    const padded = this.digits(this.tail + WORD, Math.ceil(used / WORD) * WORD);
    if (/[^0]/.test(padded.slice(used))) throw new DecodeError('its data is not filled up with zeros');
    this.tail += WORD + padded.length;
    return padded.slice(0, used);
  }

  /** @param tagDigits hex digits that may follow the arguments, all of them or none. */
  end(tagDigits = 0): void {
    const left = this.body.length - Math.max(this.head, this.tail);
    if (left < 0) throw new DecodeError('it ends too early');
    if (left !== 0 && left !== tagDigits) throw new DecodeError('something stands behind its end');
  }
}
