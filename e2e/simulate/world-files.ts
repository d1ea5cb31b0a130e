/** Makes, once a command, what every world starts from: its program in one file, and a database that is empty but for its tables. */
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
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
/** CommonJS packages inside a module still load Node's own modules by `require`. */
const REQUIRE = `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`;

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
    entryPoints: [fileURLToPath(new URL('./world-process.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: EXTERNAL,
    banner: { js: REQUIRE },
    legalComments: 'none',
    logLevel: 'warning',
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
