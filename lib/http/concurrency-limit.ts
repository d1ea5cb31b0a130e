/** Limits the concurrent work of this process: for one caller, and for all callers together. */
import { Problem } from '../api/problem.ts';

export type ConcurrencyLimit = {
  /**
   * Takes a share and returns the function that releases it, which may be called twice.
   * @param most how many shares this caller may hold; default: the limit for any caller. @throws {Problem} 429 or 503
   * with Retry-After.
   */
  take(key: string, most?: number): () => void;
};

export type ShareLimits = {
  /** Capacity of this process for all callers together, and for one. */
  atOnce: number;
  perCaller: number;
  /** The noun for messages: `quotes`. */
  what: string;
};

const wait = { 'retry-after': '1' };

export function createConcurrencyLimit({ atOnce, perCaller, what }: ShareLimits): ConcurrencyLimit {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(key, most = perCaller) {
      const own = taken.get(key) ?? 0;
      if (own >= most)
        throw new Problem({
          status: 429,
          title: 'Too Many Requests',
          detail: `You have ${own} ${what} under way here, which is all that one caller may have at once. Wait for one to end.`,
          headers: wait,
        });
      if (all >= atOnce)
        throw new Problem({
          status: 503,
          title: 'Service Unavailable',
          detail: `${all} ${what} are under way here, which is all that there may be at once. Try again in a second.`,
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
