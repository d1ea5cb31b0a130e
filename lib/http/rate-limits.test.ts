/**
 * No caller spends more than its limit over all instances; a caller below its limit is neither refused nor slowed down
 * by writes.
 */

import { describe, expect, it } from 'vitest';
import { isProblem, type Problem } from '../api/problem.ts';
import type { LeaseWish, LimitStore } from '../db/limit-store.ts';
import { fc, property } from '../domain/test-property.ts';
import { costOf, createRateLimits, type RateLimits } from './rate-limits.ts';

const START = 1_790_000_040_000;

/** A shared count that behaves like the database's. */
function sharedCount(): LimitStore & { leases: LeaseWish[] } {
  const used = new Map<string, number>();
  const leases: LeaseWish[] = [];
  return {
    leases,
    async leaseRate(wish) {
      leases.push(wish);
      await Promise.resolve();
      const key = `${wish.key} ${wish.startedAt}`;
      const before = used.get(key) ?? 0;
      const granted = Math.max(0, Math.min(wish.want, wish.limit - before));
      used.set(key, before + granted);
      return { granted, used: before + granted };
    },
  };
}

const limited = (store: LimitStore, now: () => number = () => START): RateLimits =>
  createRateLimits({ store, now, log: () => undefined });
const wish = (limit: number, cost: number, key = 'a') => ({ key, limit, cost, name: 'anonymous' });

async function refusal(taking: Promise<unknown>): Promise<Problem | undefined> {
  return taking.then(
    () => undefined,
    (error: unknown) => {
      if (isProblem(error)) return error;
      throw error;
    },
  );
}

describe('limits', () => {
  property([
    fc.integer({ min: 1, max: 4 }),
    fc.integer({ min: 20, max: 400 }),
    fc.array(fc.tuple(fc.nat(3), fc.constantFrom(1, 10, 20)), { minLength: 1, maxLength: 120 }),
  ])('hold for all instances together, whichever of them are called at once', async (instances, limit, asked) => {
    const store = sharedCount();
    const all = Array.from({ length: instances }, () => limited(store));
    let spent = 0;
    await Promise.all(
      asked.map(async ([at, cost]) => {
        const refused = await refusal((all[at % instances] ?? limited(store)).take(wish(limit, cost)));
        if (!refused) spent += cost;
      }),
    );
    expect(spent).toBeLessThanOrEqual(limit);
  });

  property([fc.integer({ min: 20, max: 2000 }), fc.array(fc.constantFrom(1, 10), { maxLength: 100 })])(
    'refuse no caller that stays below its limit in one instance',
    async (limit, costs) => {
      const one = limited(sharedCount());
      let left = limit;
      for (const cost of costs) {
        if (cost > left) break;
        left -= cost;
        const headers = await one.take(wish(limit, cost));
        expect(headers.ratelimit).toBe(`"anonymous";r=${left};t=60`);
        expect(headers['ratelimit-policy']).toBe(`"anonymous";q=${limit};w=60`);
      }
    },
  );

  it('do not cost a write for each request', async () => {
    const store = sharedCount();
    const one = limited(store);
    for (let n = 0; n < 500; n += 1) await one.take(wish(6000, 10));
    expect(store.leases.length).toBeLessThan(40);
    await Promise.all(Array.from({ length: 100 }, () => refusal(one.take(wish(6000, 10)))));
    await Promise.all(Array.from({ length: 100 }, () => refusal(one.take(wish(6000, 10)))));
    // Refused callers no longer cause database calls.
    expect(store.leases.length).toBeLessThan(60);
  });

  it('say when the caller may continue, and then let it', async () => {
    let now = START + 15_500;
    const one = limited(sharedCount(), () => now);
    await one.take(wish(20, 20));
    const refused = await refusal(one.take(wish(20, 10)));
    expect(refused).toMatchObject({
      status: 429,
      title: 'Too Many Requests',
      headers: { 'retry-after': '45', ratelimit: '"anonymous";r=0;t=45', 'ratelimit-policy': '"anonymous";q=20;w=60' },
    });
    expect(refused?.detail).toContain('45 seconds');
    now += 45_000;
    expect(await refusal(one.take(wish(20, 20)))).toBeUndefined();
  });

  it('allow a cheap request where only an expensive one is too much', async () => {
    const one = limited(sharedCount());
    await one.take(wish(25, 20));
    expect((await refusal(one.take(wish(25, 10))))?.status).toBe(429);
    expect(await refusal(one.take(wish(25, 1)))).toBeUndefined();
  });

  it('are separate for each caller', async () => {
    const one = limited(sharedCount());
    await one.take(wish(20, 20, 'a'));
    expect(await refusal(one.take(wish(20, 20, 'b')))).toBeUndefined();
    expect((await refusal(one.take(wish(20, 1, 'a'))))?.status).toBe(429);
  });

  it('are counted by this instance alone while the shared count is unavailable', async () => {
    const faults: unknown[] = [];
    const store: LimitStore = { leaseRate: () => Promise.reject(new Error('away')) };
    const one = createRateLimits({ store, now: () => START, log: (event) => faults.push(event) });
    const outcomes = [];
    for (let n = 0; n < 4; n += 1) outcomes.push((await refusal(one.take(wish(30, 10))))?.status ?? 200);
    expect(outcomes).toEqual([200, 200, 200, 429]);
    expect(faults).toHaveLength(1);
  });

  it('charge more where upstreams are asked', () => {
    expect(costOf('POST', '/v1/quote')).toBeGreaterThan(costOf('GET', '/v1/tokens'));
    // A track takes a fifth to a half of a quote's work.
    expect(costOf('POST', '/v1/track') / costOf('POST', '/v1/quote')).toBeGreaterThanOrEqual(0.2);
    expect(costOf('POST', '/garden/{quoteId}/{routeIndex}')).toBeGreaterThan(costOf('POST', '/v1/quote'));
    expect(costOf('GET', 'page')).toBeGreaterThan(1);
    expect(costOf('POST', '/v1/chainflip-deposit-channel')).toBeGreaterThan(costOf('POST', '/v1/quote'));
  });
});
