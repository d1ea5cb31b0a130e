/**
 * Reads the swap events that Chainflip's program records. Source: chainflip-backend
 * contract-interfaces/sol-program-idls, `SwapEvent`.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { z } from 'zod';
import { SWAP_ENDPOINT_PROGRAM } from './chainflip-accounts.ts';
import type { AccountState } from './virtual-machine.ts';

export const swapEventSchema = z.object({
  account: z.string(),
  creationSlot: z.bigint(),
  sender: z.string(),
  dstChain: z.number().int(),
  /** Hex without 0x, like the other byte fields. */
  dstAddress: z.string(),
  dstToken: z.number().int(),
  amount: z.bigint(),
  /** The mint; undefined for lamports. */
  srcToken: z.string().optional(),
  ccm: z.object({ message: z.string(), gasAmount: z.bigint() }).optional(),
  cfParameters: z.string(),
});
export type SwapEvent = z.infer<typeof swapEventSchema>;

/** The first 8 bytes of sha256("account:SwapEvent"). */
const DISCRIMINATOR = '96fb725ec871f846';

/** Reads consecutive Borsh values. */
class Reader {
  readonly #data: Uint8Array;
  readonly #view: DataView;
  #at = 0;
  constructor(data: Uint8Array) {
    this.#data = data;
    this.#view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  }
  take(length: number): Uint8Array {
    if (this.#at + length > this.#data.length) throw new RangeError('the account ends too early');
    this.#at += length;
    return this.#data.subarray(this.#at - length, this.#at);
  }
  u8 = (): number => this.take(1)[0] ?? 0;
  u32(): number {
    this.take(4);
    return this.#view.getUint32(this.#at - 4, true);
  }
  u64(): bigint {
    this.take(8);
    return this.#view.getBigUint64(this.#at - 8, true);
  }
  key = (): string => base58.encode(this.take(32));
  bytes = (): string => bytesToHex(this.take(this.u32()));
  option<T>(read: () => T): T | undefined {
    return this.u8() === 1 ? read() : undefined;
  }
}

/** The swap of an event account; undefined for any other account. */
export function swapEventIn(account: string, state: AccountState | undefined): SwapEvent | undefined {
  if (state?.owner !== SWAP_ENDPOINT_PROGRAM || bytesToHex(state.data.subarray(0, 8)) !== DISCRIMINATOR)
    return undefined;
  const read = new Reader(state.data.subarray(8));
  const creationSlot = read.u64();
  const sender = read.key();
  const dstChain = read.u32();
  const dstAddress = read.bytes();
  const dstToken = read.u32();
  const amount = read.u64();
  const srcToken = read.option(() => read.key());
  const ccm = read.option(() => ({ message: read.bytes(), gasAmount: read.u64() }));
  const cfParameters = read.bytes();
  return {
    account,
    creationSlot,
    sender,
    dstChain,
    dstAddress,
    dstToken,
    amount,
    ...(srcToken === undefined ? {} : { srcToken }),
    ...(ccm === undefined ? {} : { ccm }),
    cfParameters,
  };
}

/** The offsets of the length and of the first account in the program's list of open swaps. */
const OPEN_COUNT = 24;
const OPEN_FIRST = 28;

/** The event accounts that are not closed yet, in the order of the program's list. */
export function openEvents(data: Uint8Array): string[] {
  const count = new DataView(data.buffer, data.byteOffset).getUint32(OPEN_COUNT, true);
  return Array.from({ length: count }, (_, index) =>
    base58.encode(data.subarray(OPEN_FIRST + index * 32, OPEN_FIRST + (index + 1) * 32)),
  );
}
