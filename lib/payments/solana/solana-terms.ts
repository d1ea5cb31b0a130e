/** Collects the values that a payment on Solana is compared with, and makes the rows that all its payments share. */
import { chainOf } from '../../chains/chains.ts';
import { toBaseUnits } from '../../domain/amount.ts';
import { assetOf } from '../../domain/asset.ts';
import type { PayableRoute } from '../payable-route.ts';
import {
  addressValue,
  type FieldValue,
  heldField,
  mismatch,
  type PaymentField,
  type PaymentSection,
} from '../payment-fields.ts';
import type { ReadInstruction, SolanaInstruction } from './instructions.ts';
import { networkLamports } from './priority-fee.ts';
import type { SolanaFacts } from './solana-facts.ts';

export type NamedInstruction = SolanaInstruction & { read: ReadInstruction };

const SOL = chainOf('SOL').native;

export type SolanaTerms = { route: PayableRoute; facts: SolanaFacts; mint: string | undefined };

/** `mint` of the sold token; undefined for SOL itself. */
export function solanaTerms(route: PayableRoute, facts: SolanaFacts): SolanaTerms {
  const asset = assetOf(route.sellAsset);
  return { route, facts, mint: asset.kind === 'token' ? asset.address : undefined };
}

export const accountValue = (address: string | undefined): FieldValue => addressValue('SOL', address);

export const lamportsValue = (baseUnits: bigint): FieldValue => ({
  kind: 'amount',
  asset: `SOL.${SOL.symbol}`,
  baseUnits,
  decimals: SOL.decimals,
});

/** A row with an address, compared with the route's letter by letter, since case matters in Solana's addresses. */
export const addressField = <F extends string>(
  field: F,
  actual: string,
  expected: string | undefined,
  what: string,
): PaymentField<F> =>
  heldField(field, accountValue(actual), accountValue(expected), {
    agrees: Boolean(expected) && actual === expected,
    what,
  });

/** `mint` undefined: SOL. `decimals` from the instruction, which the chain checks against the mint. */
export type Taken = { baseUnits: bigint; mint: string | undefined; decimals: number | undefined };

/** The decimals of the route's amount, when the token's are unknown. */
const writtenDecimals = (amount: string): number => amount.split('.')[1]?.length ?? 0;

/**
 * A row with the taken amount, compared with the sold one. @param what the sentences for another asset and another
 * amount.
 */
export function takenField<F extends string>(
  field: F,
  taken: Taken,
  { route, facts, mint }: SolanaTerms,
  what: { asset: string; amount: string },
): PaymentField<F> {
  const known = mint === undefined ? SOL.decimals : facts.mints[mint]?.decimals;
  const isSold = taken.mint === mint;
  const decimals = taken.mint === undefined ? SOL.decimals : (taken.decimals ?? (isSold ? known : undefined));
  const actual: FieldValue =
    taken.mint === undefined
      ? lamportsValue(taken.baseUnits)
      : { kind: 'amount', asset: isSold ? route.sellAsset : taken.mint, baseUnits: taken.baseUnits, decimals };
  const ofSold = (isSold ? decimals : known) ?? writtenDecimals(route.sellAmount);
  const baseUnits = toBaseUnits(route.sellAmount, ofSold, 'exact');
  if (baseUnits === undefined) return { field, actual, fault: mismatch('The amount cannot be read.') };
  const expected: FieldValue = { kind: 'amount', asset: route.sellAsset, baseUnits, decimals: ofSold };
  const isAsset = isSold && decimals !== undefined;
  return heldField(field, actual, expected, {
    agrees: isAsset && taken.baseUnits === baseUnits,
    what: isSold && decimals !== undefined ? what.amount : what.asset,
  });
}

/** A token account that is opened, which costs rent. @param what the sentence when the payment needs none. */
export const openingSection = (owner: string, what: string | undefined): PaymentSection => ({
  section: 'opening',
  fields: [{ field: 'owner', actual: accountValue(owner), ...(what === undefined ? {} : { fault: mismatch(what) }) }],
});

/** A call that does not belong to the payment. */
export const strangeCallSection = (programId: string, what: string): PaymentSection => ({
  section: 'call',
  fields: [heldField('program', accountValue(programId), { kind: 'none' }, { agrees: false, what })],
});

/** @param what the sentence when the fee is wrong. */
export const feeField = (
  signers: readonly string[],
  reads: readonly { kind: string }[],
  what: string | undefined,
): PaymentField<'fee'> => ({
  field: 'fee',
  actual: lamportsValue(networkLamports(signers.length, reads)),
  ...(what === undefined ? {} : { fault: mismatch(what) }),
});

export const isSetTwice = (reads: readonly { kind: string }[]): boolean =>
  ['computePrice', 'computeLimit'].some((kind) => reads.filter((read) => read.kind === kind).length > 1);
