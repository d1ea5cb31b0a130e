/**
 * Converts the caller's slippage percent to basis points, once, and compares a route's guarantee with its expectation.
 */

/**
 * Converts percent (0 to 100) to whole basis points, rounding half up without floating-point surprises (0.145 % is 15,
 * not 14).
 */
export function percentToBps(percent: number): number {
  if (!Number.isFinite(percent) || percent < 0 || percent > 100)
    throw new RangeError('slippage is a percentage from 0 to 100');
  return Math.round(Number((percent * 100).toFixed(6)));
}

/** `1.25` for 125: percent as people and upstreams read it. */
export const bpsToPercent = (bps: number): number => Number((bps / 100).toFixed(2));

/**
 * How far the guarantee is below the expectation, in whole basis points, rounded down: rounding to a memo or a price
 * costs less than one. 0 where nothing is expected.
 */
export function shortfallBps(expectedBaseUnits: bigint, guaranteedBaseUnits: bigint): number {
  if (expectedBaseUnits <= 0n) return 0;
  return Number(((expectedBaseUnits - guaranteedBaseUnits) * 10_000n) / expectedBaseUnits);
}
