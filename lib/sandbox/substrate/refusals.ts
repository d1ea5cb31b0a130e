/**
 * Defines a node's errors for refused extrinsics. Source: polkadot-sdk substrate/client/rpc-api/src/author/error.rs,
 * transaction_validity.rs.
 */

/** A JSON-RPC error with its code, message and data. */
export class SubstrateRefused extends Error {
  override readonly name = 'SubstrateRefused';
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

const INVALID = {
  badProof: 'Transaction has a bad signature',
  stale: 'Transaction is outdated',
  payment: 'Inability to pay some fees (e.g. account balance too low)',
  ancientBirth: 'Transaction has an ancient birth block',
} as const;
export type Invalidity = keyof typeof INVALID;

export const invalidTransaction = (why: Invalidity): SubstrateRefused =>
  new SubstrateRefused(1010, 'Invalid Transaction', INVALID[why]);

/** Like runtimes built without it, the local one has no metadata hash to compare a signed one with. */
export const cannotLookUp = (): SubstrateRefused =>
  new SubstrateRefused(
    1011,
    'Unknown Transaction Validity',
    'Could not lookup information required to validate the transaction',
  );

export const badFormat = (): SubstrateRefused =>
  new SubstrateRefused(1001, 'Extrinsic has invalid format', 'Not enough data to fill buffer');

/** The runtime traps when it cannot decode what was sent. */
export const unreadableCall = (): SubstrateRefused =>
  new SubstrateRefused(
    1002,
    'Verification Error: Runtime error: Execution failed: Execution aborted due to trap: wasm trap: wasm `unreachable` instruction executed',
    'RuntimeApi("Execution failed: Execution aborted due to trap: wasm trap: wasm `unreachable` instruction executed")',
  );

export const alreadyImported = (hash: string): SubstrateRefused =>
  new SubstrateRefused(1013, 'Transaction Already Imported', `[${hash}]`);

export const priorityTooLow = (old: bigint, asked: bigint): SubstrateRefused =>
  new SubstrateRefused(
    1014,
    `Priority is too low: (${old} vs ${asked})`,
    'The transaction has too low priority to replace another transaction already in the pool.',
  );

export const poolFull = (): SubstrateRefused =>
  new SubstrateRefused(1016, 'Immediately Dropped', "The transaction couldn't enter the pool because of the limit");
