/** What a journey can make a fake wallet do, and how a fake says no. */

export type Tamper = 'recipient' | 'amount' | 'memo';

export type Knobs = {
  /** Of the next question to the person: refused, or a question is open already. */
  next?: 'reject' | 'busy' | undefined;
  /** Every question is answered by "locked", and it shows no account. */
  locked: boolean;
  /** It stands on another network and stays there. */
  wrongChain: boolean;
  /** Which of its two accounts is selected. */
  account: 0 | 1;
  /** What it signs instead of what it was given. */
  tamper?: Tamper | undefined;
};

export const freshKnobs = (): Knobs => ({ locked: false, wrongChain: false, account: 0 });

/** As a wallet throws it: a code beside the message. */
export class FakeError extends Error {
  override readonly name = 'FakeError';
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** To be called wherever a real wallet would open its window. @throws {FakeError} */
export function askPerson(knobs: Knobs, rejected = 4001): void {
  const { next } = knobs;
  knobs.next = undefined;
  if (next === 'reject') throw new FakeError(rejected, 'User rejected the request.');
  if (next === 'busy') throw new FakeError(-32002, 'Request already pending. Please wait.');
  if (knobs.locked) throw new FakeError(-32603, 'The wallet is locked');
}

/** What a fake answers to a method; parameters and answers are JSON. */
export type FakeSigner = {
  request(method: string, params: readonly unknown[]): Promise<unknown>;
  addresses: [string, string];
};
