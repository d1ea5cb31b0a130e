/** For tests: a real store in memory, emptied when its tests are over. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { BUILT_CLUSTER, MIGRATIONS } from './open-store.ts';
import { createSqlStore } from './sql-store.ts';
import type { Store } from './store.ts';

/** The one database of a worker, in memory: opening it costs two seconds of a core, emptying it a tenth of one. */
let database: Promise<PGlite> | undefined;

async function openDatabase(): Promise<PGlite> {
  const built = existsSync(BUILT_CLUSTER) ? new Blob([await readFile(BUILT_CLUSTER)]) : undefined;
  const client = await PGlite.create(built ? { loadDataDir: built } : {});
  await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
  return client;
}

async function empty(client: PGlite): Promise<void> {
  const { rows } = await client.query<{ tables: string }>(
    "select string_agg(format('%I', tablename), ', ') as tables from pg_tables where schemaname = 'public'",
  );
  for (const { tables } of rows) await client.exec(`truncate ${tables} restart identity cascade`);
}

/** `close` empties the worker's database; what a test has left running cannot write to it afterwards. */
async function openEmptyStore(): Promise<Store> {
  database ??= openDatabase();
  const client = await database;
  let isClosed = false;
  const guarded = new Proxy(client, {
    get(target, key) {
      if (isClosed) throw new Error('the test store is closed');
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return createSqlStore(drizzle(guarded), 'sandbox', {
    sizes: async () => ({ tables: 0 }),
    async close() {
      isClosed = true;
      await empty(client);
    },
  });
}

/** An empty store for all tests of the file, or for each; called once, at the file's top. */
export function withTestStore(per: 'file' | 'test' = 'file'): { readonly store: Store } {
  // The database is real: on a busy machine its work takes a while.
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
  let opened: Store;
  const [before, after] = per === 'file' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(async () => {
    opened = await openEmptyStore();
  });
  after(() => opened.close());
  return {
    get store() {
      return opened;
    },
  };
}
