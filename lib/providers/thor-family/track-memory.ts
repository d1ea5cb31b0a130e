/** Keeps between two looks at a swap what one look cannot show. Losing it, as at a restart, only delays. */
import type { TrackedLeg } from '../provider.ts';

export type TrackMemory = {
  /** A reason when the swap becomes held, null when it continues, undefined when nothing changed. Each change once. */
  heldChanged(tracked: TrackedLeg, reason: string | undefined): string | null | undefined;
  /** How long, in ms, the swap has looked finished without a payout; 0 at the first such look. */
  quietMs(tracked: TrackedLeg, quiet: boolean): number;
};

const MOST_REMEMBERED = 10_000;

function forgetOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (map.size > MOST_REMEMBERED && oldest !== undefined) map.delete(oldest);
}

export function createTrackMemory(now: () => number): TrackMemory {
  const startedAt = now();
  const held = new Map<string, string | undefined>();
  const quietSince = new Map<string, number>();
  return {
    heldChanged(tracked, reason) {
      const known = held.has(tracked.hash);
      const before = held.get(tracked.hash);
      if (known && before === reason) return undefined;
      held.delete(tracked.hash);
      held.set(tracked.hash, reason);
      forgetOldest(held);
      if (reason !== undefined) return reason;
      // A swap from before the start may have been reported as held; it must then be reported that it continues.
      return before !== undefined || (!known && tracked.knownSince < startedAt) ? null : undefined;
    },
    quietMs({ hash }, quiet) {
      if (!quiet) {
        quietSince.delete(hash);
        return 0;
      }
      const since = quietSince.get(hash);
      if (since !== undefined) return now() - since;
      quietSince.set(hash, now());
      forgetOldest(quietSince);
      return 0;
    },
  };
}
