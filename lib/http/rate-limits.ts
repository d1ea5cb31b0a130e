/**
 * Lets each caller spend a number of points a minute over all instances. An instance leases the points in slices, so
 * that not every request costs a write; where the shared count is unavailable, each instance counts by itself.
 */
import { Problem } from '../api/problem.ts';
import type { Lease, LimitStore } from '../db/limit-store.ts';
import { noAnswerInTime, within } from '../domain/waiting.ts';

const WINDOW_MS = 60_000;
/**
 * A lease is at most this fraction of the limit, and of what is left, because one instance cannot give out what another
 * holds.
 */
const SLICE = 20;
const SLICE_OF_REST = 4;
/** A shared count that takes longer delays no request: this instance then decides alone. */
const LEASE_TIMEOUT_MS = 1000;
const MOST_CALLERS = 100_000;

/**
 * Points that a request costs, by method and path pattern: by the work here (a quote takes 15 to 33 ms, a track 4.6 to
 * 6.5, measured on two cores), and by what upstreams are asked.
 */
const COSTS: Readonly<Record<string, number>> = {
  'POST /v1/quote': 10,
  'POST /v1/track': 3,
  'POST /v1/chainflip-deposit-channel': 20,
  'POST /garden/{quoteId}/{routeIndex}': 20,
  'GET /v1/swaps': 5,
  'POST /v1/sign-in': 2,
  'POST /v1/sign-in/token': 5,
  'GET /v1/usage': 10,
  'PUT /v1/webhooks': 5,
  'GET /v1/webhooks/{id}/deliveries': 3,
  'POST /v1/webhooks/{id}/replay': 20,
  'POST /chain/{chain}/broadcast': 2,
  'POST /chain/{chain}/simulate': 2,
  'GET /chain/{chain}/reserve': 2,
  'GET /page/names/{name}': 2,
  'GET /page/token/{chain}/{address}': 2,
  'GET /page/address/{chain}/{address}': 2,
  'GET page': 3,
};
/** What an event stream costs beside its first answer. */
export const STREAM_COST = 2;
export const costOf = (method: string, route: string): number => COSTS[`${method} ${route}`] ?? 1;

export type RateWish = {
  key: string;
  /** Points a minute. */
  limit: number;
  /** Points of this request. */
  cost: number;
  /** Of the policy. */
  name: string;
};
/** Headers of an answer, by draft-ietf-httpapi-ratelimit-headers-10. */
export type RateHeaders = Record<string, string>;

export type RateLimits = {
  /** @throws {Problem} 429 with all headers. */
  take(wish: RateWish): Promise<RateHeaders>;
};

export type RateLimitDeps = {
  store: LimitStore;
  /** Unix ms. */
  now: () => number;
  log: (event: Record<string, unknown>) => void;
};

/** What this instance holds for one caller in this window; `spare` points are leased and not spent. */
type Held = { limit: number; spare: number; used: number; exhausted: boolean; leasing?: Promise<void> };

function headersOf({ name, limit }: RateWish, left: number, seconds: number): RateHeaders {
  return {
    'ratelimit-policy': `"${name}";q=${limit};w=${WINDOW_MS / 1000}`,
    ratelimit: `"${name}";r=${left};t=${seconds}`,
  };
}

const refused = (wish: RateWish, headers: RateHeaders, seconds: number): Problem =>
  new Problem({
    status: 429,
    title: 'Too Many Requests',
    detail: `${wish.name === 'anonymous' ? 'Your address' : 'Your key'} may spend ${wish.limit} points a minute here, and this request costs ${wish.cost}; go on in ${seconds} seconds.`,
    headers: { ...headers, 'retry-after': String(seconds) },
  });

export function createRateLimits({ store, now, log }: RateLimitDeps): RateLimits {
  let startedAt = 0;
  let held = new Map<string, Held>();
  let troubledWindow: number | undefined;

  /** All windows begin and end together, so that the previous ones can be dropped at once. */
  function heldOf({ key, limit }: RateWish, at: number): Held {
    const current = Math.floor(at / WINDOW_MS) * WINDOW_MS;
    if (current !== startedAt || held.size > MOST_CALLERS) held = new Map();
    startedAt = current;
    const known = held.get(key);
    if (known && known.limit === limit) return known;
    const fresh: Held = { limit, spare: 0, used: 0, exhausted: false };
    held.set(key, fresh);
    return fresh;
  }

  function wanted({ limit, spare, used }: Held, cost: number): number {
    const rest = Math.max(0, limit - used);
    return Math.max(cost - spare, Math.min(Math.ceil(limit / SLICE), Math.floor(rest / SLICE_OF_REST)));
  }

  async function lease(wish: RateWish, own: Held): Promise<void> {
    const want = wanted(own, wish.cost);
    const { key, limit } = wish;
    let answer: Lease;
    try {
      answer = await within(
        store.leaseRate({ key, startedAt, windowMs: WINDOW_MS, limit, want }),
        LEASE_TIMEOUT_MS,
        noAnswerInTime,
      );
    } catch (error) {
      if (troubledWindow !== startedAt) log({ event: 'limits', fault: String(error) });
      troubledWindow = startedAt;
      const granted = Math.min(want, Math.max(0, limit - own.used));
      answer = { granted, used: own.used + granted };
    }
    own.spare += answer.granted;
    own.used = answer.used;
    own.exhausted = answer.granted < want;
  }

  return {
    async take(wish) {
      const at = now();
      const own = heldOf(wish, at);
      while (own.spare < wish.cost && !own.exhausted) {
        // Concurrent requests wait for the same lease and then look again.
        own.leasing ??= lease(wish, own).finally(() => {
          delete own.leasing;
        });
        await own.leasing;
      }
      const seconds = Math.max(1, Math.ceil((Math.floor(at / WINDOW_MS) * WINDOW_MS + WINDOW_MS - at) / 1000));
      const allowed = own.spare >= wish.cost;
      if (allowed) own.spare -= wish.cost;
      const left = Math.max(0, wish.limit - own.used + own.spare);
      const headers = headersOf(wish, left, seconds);
      if (!allowed) throw refused(wish, headers, seconds);
      return headers;
    },
  };
}
