/** What a wallet is asked to sign, as data: rows in the reader's words, and every point in which it is not the review. */
import { fromBaseUnits } from '../../lib/domain/amount.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { fullAmount } from '../ui/format.ts';

/** `address` is shown in full by groups of four, `code` in the mono face. */
export type SignRow = { name: string; value: string; as?: 'address' | 'code'; note?: string };

/** Both values as people read them. */
export type Difference = { name: string; reviewed: string; signed: string };

export type SignSection = {
  title?: string;
  rows: readonly SignRow[];
  /** Steps of a transaction in their order, where it has many. */
  steps?: readonly { name: string; words: string }[];
};

export type Signing = {
  sections: readonly SignSection[];
  /** Any of them stops the payment. */
  differences: readonly Difference[];
  /** Why it must not be signed, as the checks before every signature word it: English. */
  fault?: string;
  /** As it goes to the wallet. */
  raw: readonly { name: string; text: string }[];
};

/** `unasked`: the chain cannot be asked about what the transaction only points at; it is read again before a signature. */
export type SigningState = Signing | 'reading' | 'unreadable' | 'unasked';

export const isRead = (state: SigningState): state is Signing => typeof state === 'object';

/** It was read, and is not what was reviewed. */
export const differs = (state: SigningState): boolean => isRead(state) && state.differences.length > 0;

/** Nothing that is known to differ, and nothing that could not be read. */
export const mayBeSigned = (state: SigningState): boolean =>
  state === 'unasked' || (isRead(state) && state.differences.length === 0 && state.fault === undefined);

/** @param decimals undefined where nobody knows them: then whole base units are shown and said to be such. */
export function formattedAmount(t: Text, baseUnits: bigint, decimals: number | undefined, symbol: string): string {
  if (decimals === undefined)
    return t('{amount} base units of {symbol}', { amount: fullAmount(baseUnits.toString(), t.tag), symbol });
  return `${fullAmount(fromBaseUnits(baseUnits, decimals), t.tag)} ${symbol}`;
}

/** A row, and what it differs in from the review, where it does. */
export class Reader {
  readonly rows: SignRow[] = [];
  readonly differences: Difference[] = [];

  row(row: SignRow): this {
    this.rows.push(row);
    return this;
  }

  /**
   * @param reviewed the same thing as the review says it; undefined where it agrees.
   * @param beside it stands as the note of the row before it.
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
