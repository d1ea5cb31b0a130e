/** Corrects the time that an upstream estimates by the time that the last swaps like it took. */
import type { EstimatedTime } from './route.ts';

/**
 * Within what the upstream itself says: all stages at once at the least, one after the other at the most. A single
 * time without stages has no range, and stays.
 */
export function correctedTime(
  estimate: EstimatedTime | undefined,
  medianSeconds: number | undefined,
): EstimatedTime | undefined {
  if (estimate === undefined || medianSeconds === undefined) return estimate;
  const { inbound, swap, outbound, total } = estimate;
  const stages = [inbound, swap, outbound].filter((stage) => stage !== undefined);
  if (stages.length < 2) return estimate;
  const least = Math.min(Math.max(...stages), total);
  const most = Math.max(
    stages.reduce((sum, stage) => sum + stage, 0),
    total,
  );
  return { ...estimate, total: Math.min(Math.max(medianSeconds, least), most) };
}
