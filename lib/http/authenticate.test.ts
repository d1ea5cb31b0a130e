/** Guessing keys costs points, integrators have limits of their own, and no caller takes the whole capacity. */
import { describe, expect, it } from 'vitest';
import { isProblem, Problem } from '../api/problem.ts';
import { createAuthenticator } from './authenticate.ts';
import type { Caller } from './caller.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import { createRateLimits } from './rate-limits.ts';
import { createUsageCounter, type UsageDeps } from './usage-counter.ts';

const integrator = { id: 'int_1', name: 'A', embedId: 'emb_1', embedOrigins: [], rateLimitPerMinute: 50 };
const byKey: Caller = { kind: 'integrator', keyId: 'key_1', integrator };

function gate(caller: Caller | 'wrong', points = { anonymous: 30, integrator: 1000 }) {
  const used = new Map<string, number>();
  const noted: string[] = [];
  const limits = createRateLimits({
    now: () => 1_790_000_040_000,
    log: () => undefined,
    store: {
      async leaseRate({ key, limit, want }) {
        const before = used.get(key) ?? 0;
        const granted = Math.min(want, limit - before);
        used.set(key, before + granted);
        return { granted, used: before + granted };
      },
    },
  });
  const keys = {
    forget: () => undefined,
    callerOf: async (_request: Request, address: string): Promise<Caller> => {
      if (caller === 'wrong') throw new Problem({ status: 401, title: 'Unauthorized', detail: 'Wrong.' });
      return caller.kind === 'anonymous' ? { kind: 'anonymous', address } : caller;
    },
  };
  const made = createAuthenticator({
    keys,
    limits,
    points,
    usage: { note: (keyId, name) => noted.push(`${keyId} ${name}`) },
  });
  const ask = async (method: string, route: string) => {
    const request = new Request(`http://portage.test${route}`, { method });
    const outcome = made.admit({ request, route, address: '2001:db8::1' });
    return outcome.then(
      ({ headers }) => ({ status: 200, headers }),
      (error: unknown) => {
        if (isProblem(error)) return { status: error.status, headers: error.headers };
        throw error;
      },
    );
  };
  return { ask, noted, made };
}

describe('the admission of callers', () => {
  it('lets an address spend its points and no more, and reports what is left', async () => {
    const { ask } = gate({ kind: 'anonymous', address: '' });
    const statuses = [];
    for (const route of ['/v1/quote', '/v1/quote', '/v1/quote', '/v1/quote'])
      statuses.push((await ask('POST', route)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('charges HEAD as GET', async () => {
    const { ask, noted } = gate(byKey);
    expect((await ask('HEAD', '/v1/tokens')).headers.ratelimit).toContain('r=49');
    expect(noted).toEqual(['key_1 requests GET /v1/tokens']);
  });

  it('charges further points for work that only the body names, and refuses it once none are left', async () => {
    const { made } = gate({ kind: 'anonymous', address: '' });
    const request = new Request('http://portage.test/chain/eth/rpc', { method: 'POST' });
    const asked = { request, route: '/chain/{chain}/rpc', address: '192.0.2.1' };
    const { charge } = await made.admitVisitor(asked);
    expect((await charge(24)).ratelimit).toContain('r=5');
    await expect(charge(24)).rejects.toMatchObject({ status: 429 });
  });

  it('counts the visitors of one /64 network together, and asks them for no key', async () => {
    const { made } = gate('wrong');
    const visit = (address: string) =>
      made
        .admitVisitor({ request: new Request('http://portage.test/'), route: 'page', address })
        .then(() => 200)
        .catch((error: unknown) => (isProblem(error) ? error.status : 0));
    const statuses = [];
    for (let n = 1; n <= 11; n += 1) statuses.push(await visit(`2001:db8:0:7::${n}`));
    expect(statuses).toEqual([...new Array(10).fill(200), 429]);
    expect(await visit('2001:db8:0:8::1')).toBe(200);
  });

  it('gives an integrator a limit of its own, and counts its requests', async () => {
    const { ask, noted } = gate(byKey);
    const first = await ask('POST', '/v1/quote');
    expect(first.headers).toMatchObject({ 'ratelimit-policy': '"key";q=50;w=60', ratelimit: '"key";r=40;t=60' });
    for (let n = 0; n < 4; n += 1) await ask('POST', '/v1/quote');
    expect((await ask('POST', '/v1/quote')).status).toBe(429);
    expect(noted).toHaveLength(6);
  });

  it('charges an address for wrong keys, and reports the wrong key even when no points are left', async () => {
    const { ask } = gate('wrong');
    const answers = [];
    for (let n = 0; n < 5; n += 1) answers.push(await ask('GET', '/v1/tokens'));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect(answers.map(({ headers }) => /r=(\d+)/.exec(headers.ratelimit ?? '')?.[1])).toEqual([
      '20',
      '10',
      '0',
      '0',
      '0',
    ]);
    expect(answers.at(-1)?.headers).not.toHaveProperty('retry-after');
  });
});

describe('shares of the capacity for quotes', () => {
  const refusal = (taking: () => unknown) => {
    try {
      taking();
      return undefined;
    } catch (error) {
      return isProblem(error) ? [error.status, error.headers['retry-after']] : error;
    }
  };

  it('leave something for other callers, however much one caller takes', () => {
    const shares = createConcurrencyLimit({ atOnce: 16, perCaller: 4, what: 'quotes' });
    const release = Array.from({ length: 4 }, () => shares.take('greedy'));
    expect(refusal(() => shares.take('greedy'))).toEqual([429, '1']);
    for (const other of ['a', 'b', 'c']) for (let n = 0; n < 4; n += 1) shares.take(other);
    expect(refusal(() => shares.take('d'))).toEqual([503, '1']);
    release[0]?.();
    release[0]?.();
    expect(refusal(() => shares.take('d'))).toBeUndefined();
    // Releasing a share twice releases it once.
    expect(refusal(() => shares.take('e'))).toEqual([503, '1']);
  });
});

describe('usage of a key', () => {
  function counter() {
    const written: Parameters<UsageDeps['store']['addUsage']>[0][number][] = [];
    const state = { isDown: false, now: Date.parse('2026-11-21T23:59:59Z'), uses: 0 };
    const usage = createUsageCounter({
      now: () => state.now,
      log: () => undefined,
      store: {
        addUsage: async (counts) => {
          if (state.isDown) throw new Error('away');
          written.push(...counts);
        },
        noteKeyUses: async (uses) => {
          state.uses += uses.length;
        },
      },
    });
    return { usage, written, state };
  }

  it('is written in batches, by day', async () => {
    const { usage, written, state } = counter();
    for (let n = 0; n < 3; n += 1) usage.note('key_1', 'quotes');
    state.now += 2000;
    usage.note('key_1', 'quotes');
    await usage.flush();
    await usage.flush();
    expect(written).toEqual([
      { keyId: 'key_1', day: '2026-11-21', name: 'quotes', amount: 3 },
      { keyId: 'key_1', day: '2026-11-22', name: 'quotes', amount: 1 },
    ]);
    expect(state.uses).toBe(1);
  });

  it('is neither lost nor counted twice while the database is down', async () => {
    const { usage, written, state } = counter();
    usage.note('key_1', 'quotes');
    state.isDown = true;
    await usage.flush();
    usage.note('key_1', 'quotes');
    state.isDown = false;
    await usage.flush();
    expect(written).toEqual([{ keyId: 'key_1', day: '2026-11-21', name: 'quotes', amount: 2 }]);
  });
});
