/** Computes percentiles by the nearest rank, so that each is a value that was really there. */

/** @param sorted ascending. @param share from 0 to 1. Undefined where there are no values. */
export const percentile = (sorted: readonly number[], share: number): number | undefined =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
