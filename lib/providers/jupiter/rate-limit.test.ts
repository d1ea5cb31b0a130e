/** Jupiter's limit is shared: one caller that asks too often blocks everyone in the same deployment. */
import { describe, expect, it } from 'vitest';
import { createRateLimit } from './rate-limit.ts';
import { jupiterHarness } from './testing/harness.ts';
import { NOW_MS } from './testing/jupiter-double.ts';

const { routeOf, errorOf, calls } = jupiterHarness();
const KEY = 'https://api.jup.ag';
const headers = (remaining: number, inMs: number, now = NOW_MS) =>
  new Headers({ 'x-ratelimit-remaining': String(remaining), 'x-ratelimit-reset': String((now + inMs) / 1000) });

function bench(perMinute?: number) {
  const slept: number[] = [];
  let [now, jumped] = [NOW_MS, 0];
  const limits = new Map();
  const sleep = async (ms: number) => {
    slept.push(ms);
    now += ms;
  };
  const make = () => createRateLimit(KEY, { now: () => now + jumped, monotonic: () => now, limits, sleep, perMinute });
  const pass = (ms: number) => {
    now += ms;
  };
  /** Of the wall clock alone. */
  const jump = (ms: number) => {
    jumped += ms;
  };
  return { slept, make, pass, jump };
}

describe('the limit', () => {
  it('is waited for until the moment that the headers name, by all callers of the process', async () => {
    const { slept, make } = bench();
    make().note({ status: 200, headers: headers(0, 2_000) });
    await make().turn({});
    await make().turn({});
    expect(slept).toEqual([2_000]);
  });

  it('lasts no longer where the clock is set back meanwhile', async () => {
    const { slept, make, jump } = bench();
    make().note({ status: 200, headers: headers(0, 2_000) });
    jump(-600_000);
    await make().turn({});
    expect(slept).toEqual([2_000]);
  });

  it('is refused at once when the turn would come after the caller’s budget', async () => {
    const { slept, make } = bench();
    const limit = make();
    limit.note({ status: 429, headers: headers(-3, 9_000) });
    await expect(limit.turn({})).rejects.toMatchObject({ code: 'httpError', message: expect.stringContaining('9 s') });
    await expect(limit.turn({ budgetMs: 9_400 })).rejects.toMatchObject({ code: 'httpError' });
    await limit.turn({ budgetMs: 9_600 });
    expect(slept).toEqual([9_000]);
  });

  it('does not apply when there is room, nor by nonsensical headers', async () => {
    const { slept, make } = bench();
    const limit = make();
    limit.note({ status: 200, headers: headers(3, 2_000) });
    limit.note({ status: 429, headers: new Headers() });
    limit.note({ status: 429, headers: headers(0, 10 ** 9) });
    limit.note({ status: 200, headers: new Headers({ 'x-ratelimit-remaining': 'x', 'x-ratelimit-reset': 'y' }) });
    await limit.turn({});
    expect(slept).toEqual([]);
  });

  it('without a key is a number of requests a minute, spread over all callers', async () => {
    const { slept, make, pass } = bench(30);
    for (let index = 0; index < 30; index += 1) {
      await make().turn({});
      pass(100);
    }
    await expect(make().turn({ budgetMs: 8000 })).rejects.toMatchObject({
      code: 'httpError',
      message: expect.stringMatching(/another 57 s.*JUPITER_API_KEY, raises it/),
    });
    pass(55_000);
    await make().turn({});
    expect(slept).toEqual([2_000]);
    await make().turn({});
    expect(slept).toEqual([2_000, 100]);
  });

  it('releases a caller whose time is up', async () => {
    const limit = createRateLimit(KEY, {
      now: () => NOW_MS,
      monotonic: () => 0,
      limits: new Map([[KEY, { freeAt: 1000 }]]),
      sleep: () => new Promise(() => undefined),
    });
    await expect(limit.turn({ signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
  });
});

describe('a quote', () => {
  const limited = (times: number, resetMs: number) => {
    let refused = 0;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (!String(input).includes('/swap/') || refused >= times) return globalThis.fetch(input, init);
      refused += 1;
      return new Response('{"message":"Too many requests"}', { status: 429, headers: headers(0, resetMs) });
    };
    return fetch;
  };
  const limits = () => {
    const slept: number[] = [];
    // The clock of these tests is stopped: a turn has come once it was waited for.
    const known = new Map();
    const sleep = async (ms: number) => {
      slept.push(ms);
      known.clear();
    };
    return { slept, limits: { limits: known, sleep, monotonic: () => 0 } };
  };

  it('that was refused is tried again once at the named moment', async () => {
    const { slept, limits: one } = limits();
    const route = await routeOf({ includeTx: false }, { fetch: limited(1, 1_000), limits: one });
    expect(route.expectedBuy.baseUnits).toBe(300_000_000n);
    expect(slept).toContain(1_000);
    expect(calls('/swap/v2/quote')).toHaveLength(1);
  });

  it('is not tried a third time, nor when the moment is too far away', async () => {
    const { limits: one } = limits();
    expect(await errorOf({ includeTx: false }, { fetch: limited(2, 1_000), limits: one })).toMatchObject({
      code: 'httpError',
    });
    const { limits: other, slept } = limits();
    expect(await errorOf({ includeTx: false }, { fetch: limited(1, 60_000), limits: other })).toMatchObject({
      message: expect.stringContaining('429'),
    });
    expect(slept).toEqual([]);
  });
});
