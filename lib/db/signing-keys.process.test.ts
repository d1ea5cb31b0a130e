/** The keys that sign answers are never lost, shared by all instances, and readable to their owner only. */
import { chmodSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredSigningKey } from './signing-key-store.ts';
import type { Store } from './store.ts';
import { withTestPostgres } from './test-database.ts';
import { embedded, freshFolder, readyFolder, removeFolders } from './test-folders.ts';

const { open: onPostgres } = withTestPostgres();
afterAll(removeFolders);

const keyNamed = (kid: string, createdAt: number, seed: string | null = 'ab'.repeat(32)): StoredSigningKey => ({
  ...{ kid, x: 'x'.repeat(43), seed, createdAt },
  ...{ retiredAt: null, revokedAt: null },
});

const folder = freshFolder();

describe.each([
  { kind: 'beside the embedded database', open: () => embedded(folder) },
  { kind: 'in Postgres', open: () => onPostgres() },
])('$kind', ({ open }) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  it('has one first key, however many instances make one at once', async () => {
    await Promise.all(['a', 'b', 'c'].map((kid, at) => store.addFirstSigningKey(keyNamed(kid, at))));
    expect(await store.signingKeys()).toHaveLength(1);
  });

  it('rotates to a new key; the old one stays listed with its end and signs no more', async () => {
    const [first] = await store.signingKeys();
    await store.rotateSigningKey(keyNamed('second', 100));
    expect(await store.signingKeys()).toEqual([{ ...first, seed: null, retiredAt: 100 }, keyNamed('second', 100)]);
  });

  it('lists keys of settings beside its own, each once, and leaves them unchanged when its own rotate', async () => {
    await store.addSigningKey(keyNamed('setting', 150, null));
    await store.addSigningKey(keyNamed('setting', 160, null));
    await store.rotateSigningKey(keyNamed('third', 200));
    const listed = await store.signingKeys();
    expect(listed.map(({ kid, retiredAt }) => [kid, retiredAt]).slice(-3)).toEqual([
      ['second', 200],
      ['setting', null],
      ['third', null],
    ]);
  });

  it('ends a key once: retired, then revoked, and never in reverse', async () => {
    expect(await store.endSigningKey('third', 'retired', 300)).toBe(true);
    expect(await store.endSigningKey('third', 'retired', 310)).toBe(false);
    expect(await store.endSigningKey('third', 'revoked', 320)).toBe(true);
    expect(await store.endSigningKey('third', 'retired', 330)).toBe(false);
    expect(await store.endSigningKey('nobody', 'revoked', 340)).toBe(false);
    const listed = await store.signingKeys();
    expect(listed.at(-1)).toMatchObject({ kid: 'third', seed: null, retiredAt: 300, revokedAt: 320 });
  });
});

it('keeps keys in a file for its owner only, which outlives the database', async () => {
  const dataDir = await readyFolder();
  const first = await embedded(dataDir);
  await first.addFirstSigningKey(keyNamed('kept', 1));
  await first.close();
  const file = join(dataDir, 'signing-keys-sandbox.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  rmSync(join(dataDir, 'db'), { recursive: true });
  const second = await embedded(dataDir);
  expect(await second.signingKeys()).toEqual([keyNamed('kept', 1)]);
  await second.close();
});

it('reports an unreadable file, and makes no other key in its place', async () => {
  const dataDir = await readyFolder();
  const file = join(dataDir, 'signing-keys-sandbox.json');
  writeFileSync(file, '{"keys":[{');
  chmodSync(file, 0o600);
  const store = await embedded(dataDir);
  await expect(store.addFirstSigningKey(keyNamed('other', 1))).rejects.toThrow(/cannot be read; restore it/);
  await store.close();
});
