/** Makes, once a command, what every world starts from: its program in one file, and a database that is empty but for its tables. */
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { PROGRAM_OPTIONS } from '../../lib/composition/program-options.ts';
import { openStore } from '../../lib/db/open-store.ts';

/** Packages with files or native code of their own, and what a simulated world never loads. */
const EXTERNAL = [
  '@electric-sql/pglite',
  '@foundry-rs/anvil',
  '@redis/client',
  'litesvm',
  'pg',
  'pino',
  'tar',
  '*/build-script.ts',
];

export type WorldFiles = {
  program: string;
  /** Makes a data folder with a database for one world. */
  dataFolder(): Promise<string>;
  remove(): Promise<void>;
};

export async function makeWorldFiles(): Promise<WorldFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'portage-simulate-'));
  const [program, empty] = [join(folder, 'world.mjs'), join(folder, 'empty')];
  const makeProgram = build({
    ...PROGRAM_OPTIONS,
    entryPoints: [fileURLToPath(new URL('./world-process.ts', import.meta.url))],
    outfile: program,
    external: EXTERNAL,
  });
  const makeDatabase = openStore({ dataDir: empty, databaseUrl: undefined, network: { name: 'sandbox' } });
  // The program loads from there what is left out of it.
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  const [, store] = await Promise.all([makeProgram, makeDatabase]);
  await store.close();
  return {
    program,
    async dataFolder() {
      const dataDir = await mkdtemp(join(folder, 'data-'));
      await cp(empty, dataDir, { recursive: true });
      return dataDir;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
