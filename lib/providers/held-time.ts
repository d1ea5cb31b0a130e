/**
 * Measures, look by look and whatever the wall clock does, how long something has held of a swap. Losing it, as at a
 * restart, only delays.
 */
import { remember } from '../domain/remember.ts';

/** How long in ms it has held of the swap with this hash; 0 at the first look that finds it so, and where it does not. */
export type HeldTime = (hash: string, holds: boolean) => number;

/** @param monotonic a clock in ms that never jumps. */
export function createHeldTime(monotonic = () => performance.now()): HeldTime {
  const since = new Map<string, number>();
  return (hash, holds) => {
    if (!holds) {
      since.delete(hash);
      return 0;
    }
    const first = since.get(hash);
    if (first !== undefined) return monotonic() - first;
    remember(since, hash, monotonic());
    return 0;
  };
}
