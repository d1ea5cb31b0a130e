/** Starts the one Postgres that all tests of a run share; each of them takes a database of its own in it. */
import type { TestProject } from 'vitest/node';
import { freshFolder, removeFolders } from './test-folders.ts';
import { freePort } from './test-port.ts';
import { startPostgres } from './test-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres(freshFolder(), await freePort());
  provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await removeFolders();
  };
}
