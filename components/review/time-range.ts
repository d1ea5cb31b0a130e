/** Estimates how long a swap may take: from when all goes well to when each stage waits for the other. */
import type { WireRoute } from '../../lib/api/schemas/route.ts';

/**
 * Blocks come late as often as early, so half of an estimate is added; beyond that the tracking page calls a swap slow.
 */
const LATE = 1.5;

/** Seconds; `from` is the expected time. Undefined where the route gives no time. */
export function timeRange({
  estimatedTime,
}: Pick<WireRoute, 'estimatedTime'>): { from: number; to: number } | undefined {
  if (!estimatedTime) return undefined;
  const { inbound = 0, swap = 0, outbound = 0, total } = estimatedTime;
  // Stages overlap where all goes well; otherwise they follow one another.
  return { from: total, to: Math.ceil(Math.max(total * LATE, inbound + swap + outbound)) };
}
