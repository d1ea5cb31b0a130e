/** Limits how much one client can ask chains through this service: generous for people, narrow for programs. */
import { Problem } from '../api/problem.ts';

/** `take` throws a `Problem` with 429 when the client is over its limit. */
export type GentleLimit = { take(client: string): void };

/** Requests at once, and requests a second after that. */
const BURST = 120;
const PER_SECOND = 8;
const MOST_CLIENTS = 10_000;

/** Counts within one process only, because it protects upstreams and is no basis of billing. */
export function createGentleLimit(now: () => number): GentleLimit {
  const left = new Map<string, { tokens: number; at: number }>();
  return {
    take(client) {
      const at = now();
      const known = left.get(client);
      const tokens = known ? Math.min(BURST, known.tokens + ((at - known.at) / 1000) * PER_SECOND) : BURST;
      if (tokens < 1)
        throw new Problem({
          status: 429,
          title: 'Too Many Requests',
          detail: 'Too many questions at once. Try again in a few seconds.',
          headers: { 'retry-after': '2' },
        });
      if (left.size >= MOST_CLIENTS && !known) left.clear();
      left.set(client, { tokens: tokens - 1, at });
    },
  };
}
