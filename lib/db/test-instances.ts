/** The databases that a guarantee must hold in: the embedded one, and a Postgres that two instances share. */
import { afterAll, beforeAll, vi } from 'vitest';
import { openStore } from './open-store.ts';
import { embedded, freshFolder, removeFolders } from './test-folders.ts';
import { freePort } from './test-port.ts';
import { startPostgres } from './test-postgres.ts';

/** Starts a Postgres for the tests of this file; called once, at its top. */
export function testInstances() {
  // Databases are real: on a busy machine their work takes a while.
  vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    postgres = await startPostgres(freshFolder(), await freePort());
  });
  afterAll(async () => {
    await postgres.stop();
    await removeFolders();
  });

  const onPostgres = (name: 'sandbox' | 'mainnet' = 'sandbox') =>
    openStore({ dataDir: '/nowhere', databaseUrl: postgres.url, network: { name } });
  const kinds = [
    {
      kind: 'the embedded database',
      open: async () => {
        const store = await embedded(freshFolder());
        return [store, store] as const;
      },
    },
    { kind: 'Postgres, two instances', open: async () => [await onPostgres(), await onPostgres()] as const },
  ];
  return { onPostgres, kinds };
}
