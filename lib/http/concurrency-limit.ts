/** Limits the quotes under way: one caller may use a quarter of `QUOTES_AT_ONCE`, all callers together no more than that. */
import { Problem } from '../api/problem.ts';

/** One caller may have at most one part in this many under way. */
const PART = 4;

export type Shares = {
  /**
   * Takes a share and returns the function that releases it, which may be called twice. @throws {Problem} 429 or 503
   * with Retry-After.
   */
  take(key: string): () => void;
};

const wait = { 'retry-after': '1' };

/** @param atOnce capacity of this instance for all callers together. */
export function createShares(atOnce: number): Shares {
  const part = Math.max(1, Math.floor(atOnce / PART));
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(key) {
      const own = taken.get(key) ?? 0;
      if (own >= part)
        throw new Problem({
          status: 429,
          title: 'Too Many Requests',
          detail: `You have ${own} quotes under way here, which is all that one caller may have at once. Wait for one to end.`,
          headers: wait,
        });
      if (all >= atOnce)
        throw new Problem({
          status: 503,
          title: 'Service Unavailable',
          detail: 'More quotes are under way here than can be made at once. Try again in a second.',
          headers: wait,
        });
      taken.set(key, own + 1);
      all += 1;
      let given = false;
      return () => {
        if (given) return;
        given = true;
        all -= 1;
        const left = (taken.get(key) ?? 1) - 1;
        if (left > 0) taken.set(key, left);
        else taken.delete(key);
      };
    },
  };
}
