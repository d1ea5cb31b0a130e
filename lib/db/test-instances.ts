/**
 * For tests: the databases in which a guarantee must hold, the embedded one and a Postgres that two instances share.
 */
import { afterAll, beforeAll } from 'vitest';
import { openStore } from './open-store.ts';
import { freshDatabase } from './test-database.ts';
import { embedded, readyFolder, removeFolders } from './test-folders.ts';

/** Creates a Postgres database for the tests of this file; called once, at the top of the file. */
export function testInstances() {
  let databaseUrl: string;
  beforeAll(async () => {
    databaseUrl = await freshDatabase();
  });
  afterAll(removeFolders);

  const onPostgres = (name: 'sandbox' | 'mainnet' = 'sandbox') =>
    openStore({ dataDir: '/nowhere', databaseUrl, network: { name } });
  const kinds = [
    {
      kind: 'the embedded database',
      open: async () => {
        const store = await embedded(await readyFolder());
        return [store, store] as const;
      },
    },
    { kind: 'Postgres, two instances', open: async () => [await onPostgres(), await onPostgres()] as const },
  ];
  return { onPostgres, kinds };
}
