/** Creates a database for each test file in the Postgres that the test run shares. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { beforeAll, inject } from 'vitest';
import { openStore } from './open-store.ts';
import type { Store } from './store.ts';

/** Returns its URL. The database ends with the server, at the end of the run. */
export async function freshDatabase(): Promise<string> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return Object.assign(new URL(server), { pathname: name }).href;
}

type TestPostgres = { readonly url: string; open(name?: 'sandbox' | 'mainnet'): Promise<Store> };

/** One database for all tests of the file, which an instance opens each time; called once, at the file's top. */
export function withTestPostgres(): TestPostgres {
  let url = '';
  beforeAll(async () => {
    url = await freshDatabase();
  });
  return {
    get url() {
      return url;
    },
    open: (name = 'sandbox') => openStore({ dataDir: '/nowhere', databaseUrl: url, network: { name } }),
  };
}
