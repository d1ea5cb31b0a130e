/** Explains why a transaction signed elsewhere is refused: nothing was sent, and both values are shown. */

export type ImportFault =
  | 'unreadable' // not a transaction of this kind
  | 'notSigned' // a signature is missing
  | 'badSignature' // the signature is wrong, or covers only a part
  | 'otherSigner' // another account signed
  // A field differs from the exported one.
  | 'differs';

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
  /** The exported and the imported value, when one line can show them. */
  readonly expected: string | undefined;
  readonly got: string | undefined;
  constructor(
    fault: ImportFault,
    details: { field?: ImportField; expected?: string; got?: string; cause?: unknown } = {},
  ) {
    super(`the import is refused: ${fault}${details.field ? ` (${details.field})` : ''}`, { cause: details.cause });
    this.fault = fault;
    this.field = details.field;
    this.expected = details.expected;
    this.got = details.got;
  }
}

/** @throws {ImportError} unless both are the same. */
export function same(field: ImportField, expected: string, got: string): void {
  if (expected !== got) throw new ImportError('differs', { field, expected, got });
}

/** As the chain takes it, and the hash by which it is followed. */
export type SignedPayment = { raw: string; hash: string };
