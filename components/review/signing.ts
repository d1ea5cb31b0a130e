/**
 * Defines the reading of what a wallet is asked to sign: rows in the reader's language, and each difference from the
 * review.
 */
import { fromBaseUnits } from '../../lib/domain/amount.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { fullAmount } from '../ui/format.ts';

/** `address` is shown in full in groups of four, `code` in the monospaced font. */
export type SignRow = { name: string; value: string; as?: 'address' | 'code'; note?: string };

/** Both values, formatted. */
export type Difference = { name: string; reviewed: string; signed: string };

export type SignSection = {
  title?: string;
  rows: readonly SignRow[];
  /** The steps of a transaction in order, where it has many. */
  steps?: readonly { name: string; text: string }[];
};

export type Signing = {
  sections: readonly SignSection[];
  /** Any difference stops the payment. */
  differences: readonly Difference[];
  /** Why it must not be signed, in the English of the checks before every signature. */
  fault?: string;
  /** As it goes to the wallet. */
  raw: readonly { name: string; text: string }[];
};

/**
 * `unasked`: the chain cannot be asked about what the transaction only refers to; it is read again before a signature.
 */
export type SigningState = Signing | 'reading' | 'unreadable' | 'unasked';

export const isRead = (state: SigningState): state is Signing => typeof state === 'object';

/** It was read, and differs from the review. */
export const differs = (state: SigningState): boolean => isRead(state) && state.differences.length > 0;

/** No difference is known, and everything could be read. */
export const mayBeSigned = (state: SigningState): boolean =>
  state === 'unasked' || (isRead(state) && state.differences.length === 0 && state.fault === undefined);

/** @param decimals undefined where they are unknown: then base units are shown and named as such. */
export function formattedAmount(t: Text, baseUnits: bigint, decimals: number | undefined, symbol: string): string {
  if (decimals === undefined)
    return t('{amount} base units of {symbol}', { amount: fullAmount(baseUnits.toString(), t.tag), symbol });
  return `${fullAmount(fromBaseUnits(baseUnits, decimals), t.tag)} ${symbol}`;
}

/** Collects rows, and their differences from the review. */
export class Reader {
  readonly rows: SignRow[] = [];
  readonly differences: Difference[] = [];

  row(row: SignRow): this {
    this.rows.push(row);
    return this;
  }

  /**
   * @param reviewed the reviewed value; undefined where the row agrees with it.
   * @param beside shows the row as the note of the row before it.
   */
  held(row: SignRow, reviewed: string | undefined, beside = false): this {
    const last = beside ? this.rows.pop() : undefined;
    this.rows.push(last ? { ...last, note: row.value } : row);
    if (reviewed !== undefined) this.differences.push({ name: row.name, reviewed, signed: row.value });
    return this;
  }

  section(title?: string): SignSection {
    return { ...(title === undefined ? {} : { title }), rows: this.rows };
  }
}
