/** Starts the one Postgres of a test run, in which each test file creates its own database. */
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
