/** Turns the caller's slippage percent into basis points, once. */

/** Percent (0 to 100) to whole basis points, half up, without floating-point surprises (0.145 % is 15, not 14). */
export function percentToBps(percent: number): number {
  if (!Number.isFinite(percent) || percent < 0 || percent > 100)
    throw new RangeError('slippage is a percentage from 0 to 100');
  return Math.round(Number((percent * 100).toFixed(6)));
}
