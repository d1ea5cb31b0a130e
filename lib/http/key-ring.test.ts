/** A key is accepted exactly while it is valid. A request with an invalid key never counts as one without a key. */
import { describe, expect, it } from 'vitest';
import { isProblem, type Problem } from '../api/problem.ts';
import type { ApiKey, Integrator } from '../domain/integrator.ts';
import type { Caller } from './caller.ts';
import { createKeyRing, hashOfKey, KEY_MEMORY_MS, type KeyRingDeps } from './key-ring.ts';

const integrator: Integrator = { id: 'int_1', name: 'A', embedId: 'emb_1', embedOrigins: [] };
const key: ApiKey = {
  id: 'key_1',
  integratorId: 'int_1',
  prefix: 'ptg_abc',
  createdAt: 0,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
};

function ring(options: { keys?: Record<string, ApiKey>; required?: boolean; integrator?: Integrator } = {}) {
  const state = { now: 1000, asked: 0, isDown: false, keys: options.keys ?? { good: key } };
  const answer = <T>(value: T) => {
    state.asked += 1;
    return state.isDown ? Promise.reject(new Error('away')) : Promise.resolve(value);
  };
  const deps: KeyRingDeps = {
    store: {
      hasApiKeys: () => answer(Object.keys(state.keys).length > 0),
      apiKeyByHash: (hash) => {
        const found = Object.entries(state.keys).find(([text]) => hashOfKey(text) === hash)?.[1];
        return answer(found && { key: found, integrator: options.integrator ?? integrator });
      },
    },
    required: options.required ?? false,
    passes: { holds: async (pass, address) => pass === 'a pass' && address === '192.0.2.1' },
    now: () => state.now,
    log: () => undefined,
  };
  const made = createKeyRing(deps);
  const call = async (headers: Record<string, string> = {}): Promise<Caller | Problem> => {
    try {
      return await made.callerOf(new Request('http://portage.test/v1/quote', { headers }), '192.0.2.1');
    } catch (error) {
      if (isProblem(error)) return error;
      throw error;
    }
  };
  return { state, call, made };
}

const ANONYMOUS = { kind: 'anonymous', address: '192.0.2.1' };

describe('where keys are optional', () => {
  it.each(['x-api-key', 'api-key'])('a valid one in %s identifies its integrator', async (header) => {
    expect(await ring().call({ [header]: ' good ' })).toEqual({ kind: 'integrator', keyId: 'key_1', integrator });
  });

  it('a caller needs none', async () => {
    expect(await ring().call()).toEqual(ANONYMOUS);
    expect(await ring().call({ 'x-api-key': '' })).toEqual(ANONYMOUS);
  });

  it('any key is ignored while none has been issued', async () => {
    expect(await ring({ keys: {} }).call({ 'x-api-key': 'whatever' })).toEqual(ANONYMOUS);
  });

  it.each<[string, Partial<ApiKey>, string]>([
    ['wrong', {}, 'not known'],
    ['revoked', { revokedAt: 5 }, 'was revoked'],
    ['expired', { expiresAt: 1000 }, 'has expired'],
  ])('one that is %s is refused, and the answer says so', async (what, change, sentence) => {
    const { call } = ring({ keys: { good: { ...key, ...change } } });
    const refused = await call({ 'x-api-key': what === 'wrong' ? 'bad' : 'good' });
    expect(refused).toMatchObject({ status: 401, title: 'Unauthorized' });
    expect(isProblem(refused) && refused.detail).toContain(sentence);
    expect(isProblem(refused) && refused.headers['www-authenticate']).toBeTruthy();
  });

  it('one whose integrator has expired is refused', async () => {
    expect(await ring({ integrator: { ...integrator, expiresAt: 999 } }).call({ 'x-api-key': 'good' })).toMatchObject({
      status: 401,
    });
  });

  it('a very long text is not taken as a key', async () => {
    expect(await ring().call({ 'x-api-key': 'x'.repeat(7000) })).toMatchObject({ status: 401 });
  });
});

describe('where keys are required', () => {
  it('programs need one, this deployment’s own pages do not', async () => {
    const { call } = ring({ keys: {}, required: true });
    expect(await call()).toMatchObject({ status: 401 });
    expect(await call({ 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 401 });
    expect(await call({ 'x-api-key': 'whatever' })).toMatchObject({ status: 401 });
    expect(await call({ 'sec-fetch-site': 'same-origin' })).toMatchObject({ status: 401 });
    expect(await call({ 'x-portage-page': 'another' })).toMatchObject({ status: 401 });
    expect(await call({ 'x-portage-page': 'a pass' })).toEqual({ ...ANONYMOUS, isPage: true });
    expect(await ring({ required: true }).call({ 'x-api-key': 'good' })).toMatchObject({ kind: 'integrator' });
  });
});

describe('the cache of keys', () => {
  it('saves a query for each request', async () => {
    const { state, call } = ring();
    await Promise.all(Array.from({ length: 50 }, () => call({ 'x-api-key': 'good' })));
    await call({ 'x-api-key': 'good' });
    expect(state.asked).toBe(2);
  });

  it('expires so soon that a revocation takes effect within seconds, and at once in the instance that made it', async () => {
    const { state, call, made } = ring();
    await call({ 'x-api-key': 'good' });
    state.keys = { good: { ...key, revokedAt: 1000 } };
    state.now += KEY_MEMORY_MS;
    expect(await call({ 'x-api-key': 'good' })).toMatchObject({ status: 401 });
    state.keys = { good: key };
    made.forget();
    expect(await call({ 'x-api-key': 'good' })).toMatchObject({ kind: 'integrator' });
    expect(KEY_MEMORY_MS).toBeLessThanOrEqual(5000);
  });

  it('stays valid for a while when the database is down, but admits no unknown key', async () => {
    const { state, call } = ring();
    await call({ 'x-api-key': 'good' });
    state.isDown = true;
    state.now += KEY_MEMORY_MS + 1;
    expect(await call({ 'x-api-key': 'good' })).toMatchObject({ kind: 'integrator' });
    expect(await call({ 'x-api-key': 'other' })).toMatchObject({ status: 503 });
    state.now += 60_000;
    expect(await call({ 'x-api-key': 'good' })).toMatchObject({ status: 503 });
    expect(await call()).toEqual(ANONYMOUS);
  });
});
