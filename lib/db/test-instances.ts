/** The databases that a guarantee must hold in: the embedded one, and a Postgres that two instances share. */
import { afterAll } from 'vitest';
import { withTestPostgres } from './test-database.ts';
import { embedded, readyFolder, removeFolders } from './test-folders.ts';

/** Creates a Postgres database for the tests of this file; called once, at the top of the file. */
export function testInstances() {
  const { open: onPostgres } = withTestPostgres();
  afterAll(removeFolders);

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
