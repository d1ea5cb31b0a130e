/**
 * Decodes calls of Chainflip's vault on EVM chains, written exactly as the ABI prescribes or not at all, by code small
 * enough for the browser. Source: chainflip-eth-contracts contracts/interfaces/IVault.sol.
 */
import { checksumAddress } from '../../domain/asset.ts';
import { bytesOfHex, DecodeError } from './byte-reader.ts';
import type { VaultCall } from './vault-order.ts';

export type EvmVaultCall = VaultCall & {
  /** Contract of the sold token, and base units; undefined where the call's value is what is sold. */
  token?: { address: string; amount: bigint };
};

/** First 4 bytes of the functions' hashes. */
const FUNCTIONS: Readonly<Record<string, { isToken: boolean; isCall: boolean }>> = {
  /** `xSwapNative(uint32 dstChain, bytes dstAddress, uint32 dstToken, bytes cfParameters)` */
  '0xdd687345': { isToken: false, isCall: false },
  /** `xSwapToken(uint32, bytes, uint32, address srcToken, uint256 amount, bytes cfParameters)` */
  '0x04fc7da0': { isToken: true, isCall: false },
  /** `xCallNative(uint32, bytes, uint32, bytes message, uint256 gasAmount, bytes cfParameters)` */
  '0x07933dd2': { isToken: false, isCall: true },
  /** `xCallToken(uint32, bytes, uint32, bytes message, uint256 gasAmount, address srcToken, uint256 amount, bytes)` */
  '0xbbddc2fb': { isToken: true, isCall: true },
};
const SELECTOR_DIGITS = 10;
/** Hex digits of 32 bytes. */
const WORD = 64;

const functionOf = (data: string) => {
  const selector = data.slice(0, SELECTOR_DIGITS).toLowerCase();
  return Object.hasOwn(FUNCTIONS, selector) ? FUNCTIONS[selector] : undefined;
};

/** Whether it calls one of the vault's functions that swap and do nothing else, whatever follows. */
export const isVaultCall = (data: string): boolean => functionOf(data)?.isCall === false;

/**
 * Arguments in their order. Written in any other way than the one that the ABI prescribes, a call may be read in another
 * way as well: offsets follow on each other, and what fills up a word is zero.
 */
class Arguments {
  private readonly body: string;
  private head = 0;
  private tail: number;

  constructor(body: string, count: number) {
    this.body = body;
    this.tail = count * WORD;
  }

  private digits(at: number, length: number): string {
    if (at + length > this.body.length) throw new DecodeError('it ends too early');
    return this.body.slice(at, at + length);
  }

  private word(): string {
    this.head += WORD;
    return this.digits(this.head - WORD, WORD);
  }

  uint(bits: 32 | 256): bigint {
    const value = BigInt(`0x${this.word()}`);
    if (value >> BigInt(bits) !== 0n) throw new DecodeError('a number is too large');
    return value;
  }

  address(): string {
    const word = this.word();
    if (/[^0]/.test(word.slice(0, 24))) throw new DecodeError('an address is too long');
    return checksumAddress(`0x${word.slice(24)}`);
  }

  /** Hex without 0x. */
  bytes(): string {
    if (this.uint(256) * 2n !== BigInt(this.tail))
      throw new DecodeError('it is not written as the vault’s functions are');
    const length = BigInt(`0x${this.digits(this.tail, WORD)}`) * 2n;
    if (length > BigInt(this.body.length)) throw new DecodeError('it ends too early');
    const used = Number(length);
    const padded = this.digits(this.tail + WORD, Math.ceil(used / WORD) * WORD);
    if (/[^0]/.test(padded.slice(used))) throw new DecodeError('it is not written as the vault’s functions are');
    this.tail += WORD + padded.length;
    return padded.slice(0, used);
  }

  end(): void {
    if (this.tail !== this.body.length) throw new DecodeError('something stands behind its end');
  }
}

/** @param data calldata, 0x and hex. @throws {DecodeError} for what is no such call, or is not written as one. */
export function decodeEvmCall(data: string): EvmVaultCall {
  const kind = functionOf(data);
  if (!kind || !/^0x[0-9a-f]+$/i.test(data)) throw new DecodeError('it is no call of the vault’s swap functions');
  const count = 4 + (kind.isToken ? 2 : 0) + (kind.isCall ? 2 : 0);
  const read = new Arguments(data.slice(SELECTOR_DIGITS).toLowerCase(), count);
  const dstChain = Number(read.uint(32));
  const dstAddress = read.bytes();
  const dstToken = Number(read.uint(32));
  const contractCall = kind.isCall ? { message: read.bytes(), gasAmount: read.uint(256) } : undefined;
  const token = kind.isToken ? { address: read.address(), amount: read.uint(256) } : undefined;
  const cfParameters = bytesOfHex(read.bytes());
  read.end();
  return {
    dstChain,
    dstAddress,
    dstToken,
    ...(contractCall ? { contractCall } : {}),
    ...(token ? { token } : {}),
    cfParameters,
  };
}
