/**
 * Defines the rows that review, wallet and server read: for each field of what is signed, the actual value, the
 * expected value, and the fault when they differ.
 */
import type { ChainId } from '../domain/chain-id.ts';

/** The value of a row; its kind carries the unit. The page formats it. */
export type FieldValue =
  /** `decimals` undefined: the token's decimals are unknown. `asset` as routes spell it: `ETH.USDC-0x…`. */
  | { kind: 'amount'; asset: string; baseUnits: bigint; decimals: number | undefined }
  | { kind: 'address'; chain: ChainId; address: string }
  | { kind: 'asset'; asset: string }
  | { kind: 'memo'; text: string }
  /** Hex, a selector or another text for machines. */
  | { kind: 'code'; text: string }
  | { kind: 'function'; name: string }
  /** Unix seconds. */
  | { kind: 'time'; atSeconds: bigint }
  | { kind: 'duration'; seconds: number; blocks?: bigint }
  | { kind: 'share'; bps: number }
  | { kind: 'count'; value: bigint }
  /** The chain's own id in what is signed: EIP-155, `cosmoshub-4`. */
  | { kind: 'network'; chain: ChainId; networkId: string }
  /** The value is absent, or should be. */
  | { kind: 'none' };

/** `expired`: the payment agrees and would come too late. `unreadable`: its effect cannot be known or shown. */
export type FieldFault = { code: 'mismatch' | 'expired' | 'unreadable'; message: string };

/** @param what a sentence that names the difference. */
export const mismatch = (what: string): FieldFault => ({
  code: 'mismatch',
  message: `${what} This is not the payment that you reviewed, so it was not signed.`,
});

export const unreadable = (what: string): FieldFault => ({ ...mismatch(what), code: 'unreadable' });

/** `none` for a missing address. */
export const addressValue = (chain: ChainId, address: string | undefined): FieldValue =>
  address === undefined || address === '' ? { kind: 'none' } : { kind: 'address', chain, address };

/** `F` names the field by the term of its protocol: `spender`, `vault`, `memo`, `minimumBuy`. */
export type PaymentField<F extends string = string> = {
  field: F;
  actual: FieldValue;
  /** Absent when the route does not say: such a row is shown and not compared. */
  expected?: FieldValue;
  /** Why it must not be signed; present when both differ, and when `actual` alone is wrong. */
  fault?: FieldFault;
};

/** A row that is compared with the route. @param what the sentence for a difference. */
export const heldField = <F extends string>(
  field: F,
  actual: FieldValue,
  expected: FieldValue,
  { agrees, what }: { agrees: boolean; what: string },
): PaymentField<F> => ({ field, actual, expected, ...(agrees ? {} : { fault: mismatch(what) }) });

/** The rows of one thing that is signed: an allowance, a call, an output, a message. */
export type PaymentSection<S extends string = string, F extends string = string> = {
  section: S;
  fields: readonly PaymentField<F>[];
};

/** A transaction of which only the reason to refuse it is shown. */
export const refusedWhole = (fault: FieldFault): PaymentSection<'transaction', 'transaction'> => ({
  section: 'transaction',
  fields: [{ field: 'transaction', actual: { kind: 'none' }, fault }],
});

/** The first fault of all rows, in their order; undefined when all of it may be signed. */
export const firstFault = (sections: readonly PaymentSection[]): FieldFault | undefined =>
  sections.flatMap(({ fields }) => fields).find(({ fault }) => fault !== undefined)?.fault;
