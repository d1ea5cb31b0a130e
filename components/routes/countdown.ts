/** When a quote is asked for anew: pure arithmetic of times, in Unix milliseconds. */

export const REFRESH_SECONDS = 30;
/** A route is asked for again before it lapses, but never more often than so. */
const BEFORE_EXPIRY_MS = 5000;
const LEAST_MS = 10_000;
/** Who comes back to the page gets a new answer at once, unless this one is newer than so. */
const FRESH_ON_RETURN_MS = 5000;

/** @param expirationSeconds Unix seconds at which the chosen route lapses, decimal, where it does. */
export function dueAt(triedAt: number, expirationSeconds: string | undefined): number {
  const usual = triedAt + REFRESH_SECONDS * 1000;
  if (expirationSeconds === undefined) return usual;
  const lapsing = Number(expirationSeconds) * 1000 - BEFORE_EXPIRY_MS;
  return Math.min(usual, Math.max(lapsing, triedAt + LEAST_MS));
}

/** @param returned the page was out of sight until just now. */
export const isDue = (now: number, triedAt: number, due: number, returned: boolean): boolean =>
  now >= due || (returned && now - triedAt >= FRESH_ON_RETURN_MS);

/** Whole seconds left, never below zero. */
export const secondsLeft = (now: number, due: number): number => Math.max(0, Math.ceil((due - now) / 1000));
