/** Measures, look by look, how long something has held of a swap. Losing it, as at a restart, only delays. */

const MOST_REMEMBERED = 10_000;

/** Keeps a map small: forgets its oldest entry where there are too many. */
export function forgetOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (map.size > MOST_REMEMBERED && oldest !== undefined) map.delete(oldest);
}

/** How long in ms it has held of the swap with this hash; 0 at the first look that finds it so, and where it does not. */
export type HeldTime = (hash: string, holds: boolean) => number;

export function createHeldTime(now: () => number): HeldTime {
  const since = new Map<string, number>();
  return (hash, holds) => {
    if (!holds) {
      since.delete(hash);
      return 0;
    }
    const first = since.get(hash);
    if (first !== undefined) return now() - first;
    since.set(hash, now());
    forgetOldest(since);
    return 0;
  };
}
