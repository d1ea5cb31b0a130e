/** Decides whether a price is so much worse than the agreed one that the payer has to agree again. Pure and exact. */
import { toBaseUnits } from './amount.ts';

/** What a route gives, as decimal strings of the bought asset. */
export type Price = { expected: string; guaranteed: string };

/** The tolerated fall is one part of this many: 0.1 %. */
const TOLERATED_FRACTION = 1000n;

function unitsOf(...decimals: readonly string[]): bigint[] {
  const scale = Math.max(...decimals.map((decimal) => decimal.split('.')[1]?.length ?? 0));
  return decimals.map((decimal) => toBaseUnits(decimal, scale, 'down') ?? 0n);
}

/** `now` is below `before` by more than 0.1 %. */
function fellClearly(before: string, now: string): boolean {
  const [was = 0n, is = 0n] = unitsOf(before, now);
  return (was - is) * TOLERATED_FRACTION > was;
}

export const isLess = (one: string, other: string): boolean => {
  const [a = 0n, b = 0n] = unitsOf(one, other);
  return a < b;
};

/** Whether the payer has to agree again: the guarantee may not fall at all, the expectation by at most 0.1 %. */
export const needsConsent = (agreed: Price, now: Price): boolean =>
  isLess(now.guaranteed, agreed.guaranteed) || fellClearly(agreed.expected, now.expected);

/**
 * Whether a route offers clearly less than the one chosen from a list, to which the user has not agreed yet. Prices
 * always move, so each value may fall by 0.1 %.
 */
export const offersLess = (chosen: Price, offered: Price): boolean =>
  fellClearly(chosen.guaranteed, offered.guaranteed) || fellClearly(chosen.expected, offered.expected);
