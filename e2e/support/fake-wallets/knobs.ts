/** Defines how a journey controls a fake wallet, and the errors of a fake. */

export type Tamper = 'recipient' | 'amount' | 'memo';

export type Knobs = {
  /** The outcome of the next prompt: the person refuses, or another prompt is already open. */
  next?: 'reject' | 'busy' | undefined;
  /** The wallet answers every request with "locked" and shows no account. */
  locked: boolean;
  /** The wallet is on another network and stays there. */
  wrongChain: boolean;
  /** The selected one of its two accounts. */
  account: 0 | 1;
  /** An account by code that the EVM wallet shows in place of its own. */
  byCode?: `0x${string}` | undefined;
  /**
   * How far the wallet speaks EIP-5792: it takes several calls with one question and sends them one after the other, or
   * only says that it would. Absent: it knows nothing of that.
   */
  batches?: 'inTurn' | 'half' | undefined;
  /** What it signs instead of the request. */
  tamper?: Tamper | undefined;
};

export const freshKnobs = (): Knobs => ({ locked: false, wrongChain: false, account: 0 });

/** An error as wallets throw it: with a code beside the message. */
export class FakeError extends Error {
  override readonly name = 'FakeError';
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Call it wherever a real wallet would open its window. @throws {FakeError} */
export function askPerson(knobs: Knobs, rejected = 4001): void {
  const { next } = knobs;
  knobs.next = undefined;
  if (next === 'reject') throw new FakeError(rejected, 'User rejected the request.');
  if (next === 'busy') throw new FakeError(-32002, 'Request already pending. Please wait.');
  if (knobs.locked) throw new FakeError(-32603, 'The wallet is locked');
}

/** A fake's implementation of methods; parameters and results are JSON. */
export type FakeSigner = {
  request(method: string, params: readonly unknown[]): Promise<unknown>;
  addresses: [string, string];
};
