/** Why what a wallet elsewhere signed is not taken: nothing was sent, and both values stand beside each other. */

export type ImportFault =
  | 'unreadable' // it is no transaction of this kind
  | 'notSigned' // a signature is missing
  | 'badSignature' // a signature is there and wrong, or signs only a part
  | 'otherSigner' // another account signed
  | 'differs'; // a field says something else than what was handed over

/** What differs. */
export type ImportField =
  | 'inputs'
  | 'outputs'
  | 'lockTime'
  | 'type'
  | 'network'
  | 'nonce'
  | 'receiver'
  | 'value'
  | 'data'
  | 'accessList'
  | 'gas'
  | 'fee'
  | 'memo'
  | 'messages'
  | 'account'
  | 'sequence';

export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly fault: ImportFault;
  readonly field: ImportField | undefined;
  /** What was handed over, and what came back, where one line says it. */
  readonly expected: string | undefined;
  readonly got: string | undefined;
  constructor(
    fault: ImportFault,
    told: { field?: ImportField; expected?: string; got?: string; cause?: unknown } = {},
  ) {
    super(`the import is refused: ${fault}${told.field ? ` (${told.field})` : ''}`, { cause: told.cause });
    this.fault = fault;
    this.field = told.field;
    this.expected = told.expected;
    this.got = told.got;
  }
}

/** @throws {ImportError} unless both are the same. */
export function same(field: ImportField, expected: string, got: string): void {
  if (expected !== got) throw new ImportError('differs', { field, expected, got });
}

/** As the chain takes it, and the hash by which it is followed. */
export type SignedPayment = { raw: string; hash: string };
