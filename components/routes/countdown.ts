/** Computes when a quote is refreshed. Pure; times are Unix milliseconds. */

export const REFRESH_SECONDS = 30;
/** A route is refreshed this long before it expires, but no sooner than LEAST_MS after the last attempt. */
const BEFORE_EXPIRY_MS = 5000;
const LEAST_MS = 10_000;
/** When the user returns to the page, an answer older than this is refreshed at once. */
const FRESH_ON_RETURN_MS = 5000;

/**
 * When the quote is due for a refresh.
 * @param expirationSeconds the chosen route's expiry, a decimal of Unix seconds, if it has one.
 */
export function dueAt(triedAt: number, expirationSeconds: string | undefined): number {
  const usual = triedAt + REFRESH_SECONDS * 1000;
  if (expirationSeconds === undefined) return usual;
  const lapsing = Number(expirationSeconds) * 1000 - BEFORE_EXPIRY_MS;
  return Math.min(usual, Math.max(lapsing, triedAt + LEAST_MS));
}

/** @param returned the page has just become visible again. */
export const isDue = (now: number, triedAt: number, due: number, returned: boolean): boolean =>
  now >= due || (returned && now - triedAt >= FRESH_ON_RETURN_MS);

/** Whole seconds left, never below zero. */
export const secondsLeft = (now: number, due: number): number => Math.max(0, Math.ceil((due - now) / 1000));
