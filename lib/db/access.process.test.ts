/** Keys, limits, usage and switches are the same in all instances of a deployment. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Integrator } from '../domain/integrator.ts';
import type { Store } from './store.ts';
import { withTestPostgres } from './test-database.ts';
import { embedded, freshFolder, removeFolders } from './test-folders.ts';

const { open: onPostgres } = withTestPostgres();
afterAll(removeFolders);

const folder = freshFolder();

let count = 0;
const made = (change: Partial<Integrator> = {}) => {
  count += 1;
  const integrator: Integrator = {
    id: `int_${count}`,
    name: `Number ${count}`,
    embedId: `emb_${count}`,
    embedOrigins: ['https://a.example', 'https://b.example'],
    ...change,
  };
  return { integrator, key: { id: `key_${count}`, hash: `hash-${count}`, prefix: `ptg_${count}` }, now: 1000 + count };
};

describe.each([
  { kind: 'the embedded database', open: () => embedded(folder) },
  { kind: 'Postgres', open: () => onPostgres() },
])('$kind', ({ open }) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  it('finds an integrator by the hash of its key and by its embed id, as it was created', async () => {
    expect(await store.apiKeyByHash('hash-of-nothing')).toBeUndefined();
    const one = made({ affiliate: 'ptg', affiliateFeeBps: 30, rateLimitPerMinute: 500, expiresAt: 9000 });
    await store.createIntegrator(one);
    expect(await store.hasApiKeys()).toBe(true);
    const found = await store.apiKeyByHash(one.key.hash);
    expect(found?.integrator).toEqual(one.integrator);
    expect(found?.key).toEqual({
      id: one.key.id,
      integratorId: one.integrator.id,
      prefix: one.key.prefix,
      createdAt: one.now,
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
    });
    expect(await store.integratorByEmbedId(one.integrator.embedId, 8999)).toEqual(one.integrator);
    expect(await store.integratorByEmbedId(one.integrator.embedId, 9000)).toBeUndefined();
    const plain = made();
    await store.createIntegrator(plain);
    expect((await store.apiKeyByHash(plain.key.hash))?.integrator).toEqual(plain.integrator);
  });

  it('updates the fields that may change, and removes those that are left out', async () => {
    const one = made({ affiliate: 'ptg', affiliateFeeBps: 30, expiresAt: 9000 });
    await store.createIntegrator(one);
    const { affiliate: _a, affiliateFeeBps: _f, expiresAt: _e, ...rest } = one.integrator;
    const changed = { ...rest, name: 'Other', embedOrigins: [] };
    expect(await store.changeIntegrator(changed)).toBe(true);
    expect((await store.apiKeyByHash(one.key.hash))?.integrator).toEqual(changed);
    expect(await store.changeIntegrator({ ...changed, id: 'int_none' })).toBe(false);
  });

  it('a rotation leaves older keys their grace and never a longer one', async () => {
    const one = made();
    await store.createIntegrator(one);
    const [second, third] = [made(), made()];
    const integratorId = one.integrator.id;
    await store.rotateKey({ integratorId, key: second.key, graceUntil: 5000, now: 2000 });
    await store.rotateKey({ integratorId, key: third.key, graceUntil: 7000, now: 2001 });
    const record = (await store.integrators()).find(({ integrator }) => integrator.id === integratorId);
    expect(record?.keys.map(({ id, expiresAt }) => [id, expiresAt])).toEqual([
      [one.key.id, 5000],
      [second.key.id, 7000],
      [third.key.id, null],
    ]);
  });

  it('revokes one key, or an integrator with all of them and its embed', async () => {
    const one = made();
    await store.createIntegrator(one);
    const second = made();
    const { id, embedId } = one.integrator;
    await store.rotateKey({ integratorId: id, key: second.key, graceUntil: 90_000, now: 2000 });
    expect(await store.revoke(one.key.id, 3000)).toBe(true);
    expect((await store.apiKeyByHash(one.key.hash))?.key.revokedAt).toBe(3000);
    expect((await store.apiKeyByHash(second.key.hash))?.key.revokedAt).toBeNull();
    expect(await store.integratorByEmbedId(embedId, 1)).toBeDefined();
    expect(await store.revoke(id, 4000)).toBe(true);
    expect((await store.apiKeyByHash(one.key.hash))?.key.revokedAt).toBe(3000);
    expect((await store.apiKeyByHash(second.key.hash))?.key.revokedAt).toBe(4000);
    expect(await store.integratorByEmbedId(embedId, 1)).toBeUndefined();
    expect(await store.revoke('int_nobody', 1)).toBe(false);
  });

  it('keeps the newest use of a key', async () => {
    const one = made();
    await store.createIntegrator(one);
    await store.noteKeyUses([{ keyId: one.key.id, at: 500 }]);
    await store.noteKeyUses([{ keyId: one.key.id, at: 400 }]);
    expect((await store.apiKeyByHash(one.key.hash))?.key.lastUsedAt).toBe(500);
  });

  it('adds up usage by day, for the requested keys', async () => {
    const one = made();
    const other = made();
    await store.createIntegrator(one);
    await store.createIntegrator(other);
    const counted = (day: string, name: string, amount: number, keyId = one.key.id) => ({ keyId, day, name, amount });
    await store.addUsage([]);
    await store.addUsage([counted('2026-11-20', 'quotes', 1), counted('2026-11-21', 'quotes', 2)]);
    await store.addUsage([counted('2026-11-21', 'quotes', 40), counted('2026-11-21', 'quotes', 9, other.key.id)]);
    expect(await store.usageBetween('2026-11-21', '2026-11-21', [one.key.id])).toEqual([
      counted('2026-11-21', 'quotes', 42),
    ]);
    expect(await store.usageBetween('2026-11-20', '2026-11-21', [one.key.id])).toHaveLength(2);
    expect(await store.usageBetween('2026-11-20', '2026-11-20', [one.key.id])).toHaveLength(1);
    expect(await store.usageBetween('2026-11-20', '2026-11-21', [])).toEqual([]);
  });

  it('finds the swaps that were paid through a key’s quotes, page by page, and no others', async () => {
    const one = made();
    await store.createIntegrator(one);
    const swapOf = async (id: string, keyId: string | undefined, now: number) => {
      const quote = { id, createdAt: 1, request: {}, response: { of: id }, drafts: [] };
      await store.saveQuote(keyId === undefined ? quote : { ...quote, keyId });
      return store.recordSwap({ quoteId: id, routeIndex: 0, hash: `h-${id}`, chain: 'BTC', now });
    };
    const paid = [];
    for (const [n, at] of [100, 100, 200].entries()) {
      const swap = await swapOf(`${one.key.id}-${n}`, one.key.id, at);
      await store.setSwapStatus(swap.id, n === 0 ? 'completed' : 'swapping');
      paid.push(swap.id);
    }
    await swapOf(`${one.key.id}-unseen`, one.key.id, 100);
    await store.setSwapStatus((await swapOf(`${one.key.id}-nobody`, undefined, 100)).id, 'swapping');
    const wrong = await swapOf(`${one.key.id}-wrong`, one.key.id, 100);
    await store.setSwapStatus(wrong.id, 'swapping');
    await store.setSwapMismatch(wrong.id, []);
    const found: string[] = [];
    let last: { createdAt: number; id: string } | undefined;
    for (;;) {
      const wanted = { since: 50, until: 201, of: { keyIds: [one.key.id] }, limit: 1 };
      const [next] = await store.paidSwaps({ ...wanted, ...(last && { after: last }) });
      if (!next) break;
      expect(next).toMatchObject({ keyId: one.key.id, routeIndex: 0, response: { of: expect.any(String) } });
      found.push(next.id);
      last = next;
    }
    expect(new Set(found)).toEqual(new Set(paid));
    expect(found).toHaveLength(paid.length);
    expect(found.at(-1)).toBe(paid[2]);
    const between = (since: number, until: number) =>
      store.paidSwaps({ since, until, of: { keyIds: [one.key.id] }, limit: 9 });
    expect(await between(150, 201)).toHaveLength(1);
    expect(await between(50, 200)).toHaveLength(2);
    expect(await store.keyIdsOf(one.integrator.id)).toEqual([one.key.id]);
  });

  it('never leases more of a limit than there is, however many ask at once', async () => {
    // So long that no test ends after its window.
    const wish = { key: 'flood', startedAt: 60_000, windowMs: 10_000_000_000_000, limit: 100 };
    const leases = await Promise.all(Array.from({ length: 30 }, () => store.leaseRate({ ...wish, want: 7 })));
    expect(leases.reduce((sum, { granted }) => sum + granted, 0)).toBe(100);
    expect(Math.max(...leases.map(({ used }) => used))).toBe(100);
    expect(await store.leaseRate({ ...wish, want: 1 })).toEqual({ granted: 0, used: 100 });
    // An instance whose clock is ten minutes off counts in the same window: the database's clock alone decides.
    expect(await store.leaseRate({ ...wish, startedAt: 660_000, want: 30 })).toEqual({ granted: 0, used: 100 });
    expect(await store.leaseRate({ ...wish, key: 'big', want: 500 })).toEqual({ granted: 100, used: 100 });
    // A raised limit applies at once.
    expect(await store.leaseRate({ ...wish, key: 'big', limit: 150, want: 500 })).toEqual({ granted: 50, used: 150 });
  });

  it('begins the next window when the database says so', async () => {
    const wish = { key: 'short', startedAt: 0, windowMs: 50, limit: 10, want: 10 };
    await store.leaseRate(wish);
    await vi.waitFor(async () => expect((await store.leaseRate(wish)).granted).toBe(10));
  });

  it('keeps what is off, with the newest reason, until it is on again', async () => {
    await store.switchOff({ kind: 'provider', id: 'CHAINFLIP', why: 'halted', at: 5 });
    await store.switchOff({ kind: 'chain', id: 'BTC', why: '', at: 6 });
    await store.switchOff({ kind: 'provider', id: 'CHAINFLIP', why: 'still', at: 7 });
    await store.switchOff({ kind: 'maintenance', id: 'MAINTENANCE', why: 'moving', at: 8 });
    expect(await store.switches()).toEqual([
      { kind: 'chain', id: 'BTC', why: '', at: 6 },
      { kind: 'provider', id: 'CHAINFLIP', why: 'still', at: 7 },
      { kind: 'maintenance', id: 'MAINTENANCE', why: 'moving', at: 8 },
    ]);
    expect(await store.switchOn({ kind: 'maintenance', id: 'MAINTENANCE' })).toBe(true);
    expect(await store.switchOn({ kind: 'provider', id: 'CHAINFLIP' })).toBe(true);
    expect(await store.switchOn({ kind: 'provider', id: 'CHAINFLIP' })).toBe(false);
    expect(await store.switchOn({ kind: 'chain', id: 'BTC' })).toBe(true);
    expect(await store.switches()).toEqual([]);
  });
});

it('keys, switches and limits of one network are not visible from the other', async () => {
  const [sandbox, mainnet] = [await onPostgres(), await onPostgres('mainnet')];
  const one = made();
  await sandbox.createIntegrator(one);
  await sandbox.switchOff({ kind: 'chain', id: 'BTC', why: '', at: 6 });
  expect(await mainnet.hasApiKeys()).toBe(false);
  expect(await mainnet.apiKeyByHash(one.key.hash)).toBeUndefined();
  expect(await mainnet.integratorByEmbedId(one.integrator.embedId, 1)).toBeUndefined();
  expect(await mainnet.revoke(one.integrator.id, 1)).toBe(false);
  expect(await mainnet.switches()).toEqual([]);
  expect(await mainnet.switchOn({ kind: 'chain', id: 'BTC' })).toBe(false);
  const wish = { key: 'both', startedAt: 60_000, windowMs: 60_000, limit: 10, want: 10 };
  expect((await sandbox.leaseRate(wish)).granted).toBe(10);
  expect((await mainnet.leaseRate(wish)).granted).toBe(10);
  await sandbox.close();
  await mainnet.close();
});
