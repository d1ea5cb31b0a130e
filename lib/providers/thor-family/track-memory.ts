/** Keeps between two looks at a swap what one look cannot show. Losing it, as at a restart, only delays. */

import { remember } from '../../domain/remember.ts';
import { createHeldTime, type HeldTime } from '../held-time.ts';
import type { TrackedLeg } from '../provider.ts';

export type TrackMemory = {
  /** A reason when the swap becomes held, null when it continues, undefined when nothing changed. Each change once. */
  heldChanged(tracked: TrackedLeg, reason: string | undefined): string | null | undefined;
  /** How long the swap has looked finished without a payout. */
  quietMs: HeldTime;
};

/** @param monotonic a clock in ms that never jumps. */
export function createTrackMemory(now: () => number, monotonic?: () => number): TrackMemory {
  const startedAt = now();
  const held = new Map<string, string | undefined>();
  return {
    heldChanged(tracked, reason) {
      const known = held.has(tracked.hash);
      const before = held.get(tracked.hash);
      if (known && before === reason) return undefined;
      remember(held, tracked.hash, reason);
      if (reason !== undefined) return reason;
      // A swap from before the start may have been reported as held; it must then be reported that it continues.
      return before !== undefined || (!known && tracked.knownSince < startedAt) ? null : undefined;
    },
    quietMs: createHeldTime(monotonic),
  };
}
