/** Makes, once, what `npm start` runs and hands out beside Next's own bundle: the programs, the client, the sandbox's wallets, the licences. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { z } from 'zod';
import { BUILT_FOLDER, PROGRAMS } from '../config/programs.ts';
import { bundlePageScript } from '../sandbox/wallets/build-script.ts';
import { collectLicences } from './collect-licences.ts';
import { LICENCES_FILE } from './licences.ts';
import { clientJavaScript, clientTypeScript } from './make-client.ts';
import { packClient } from './make-client-package.ts';
import { verifyJavaScript, verifyTypes } from './make-verify.ts';
import { PROGRAM_OPTIONS } from './program-options.ts';

/**
 * Stay packages: they have files or native code of their own, or load parts of themselves by name. `esbuild`, and the
 * two modules that call it, only ever run from sources.
 */
const EXTERNAL = [
  'next',
  'pg',
  'pino',
  '@electric-sql/pglite',
  '@foundry-rs/anvil',
  'litesvm',
  '*/make-client.ts',
  '*/make-client-package.ts',
  '*/make-verify.ts',
  '*/build-script.ts',
];

/** A websocket library, Redis's client and undici ask for these, and do without. */
const DISPENSABLE = ['node:sqlite', 'bufferutil', 'utf-8-validate', '@node-rs/xxhash', '@opentelemetry/api'];

const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
});

/** `@scope/name/file` to `@scope/name`. */
const packageOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');

/** @throws {Error} when a program loads a package that is missing in a production installation. */
async function assertInstalledForRunning({ outputs }: Metafile): Promise<void> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile('package.json', 'utf8')));
  const installed = { ...manifest.dependencies, ...manifest.optionalDependencies };
  const loaded = Object.values(outputs)
    .flatMap(({ imports }) => imports.filter(({ external }) => external).map(({ path }) => path))
    .filter((path) => !isBuiltin(path) && !path.startsWith('.'));
  const missing = new Set(loaded.map(packageOf).filter((name) => !(name in installed) && !DISPENSABLE.includes(name)));
  if (missing.size > 0)
    throw new Error(
      `Built programs load ${[...missing].join(', ')}, which package.json has not among its dependencies.`,
    );
}

async function bundlePrograms(): Promise<void> {
  const { metafile } = await build({
    ...PROGRAM_OPTIONS,
    entryPoints: PROGRAMS,
    outdir: BUILT_FOLDER,
    // Shared code of several programs, and code that is loaded late, lies beside them as chunks.
    splitting: true,
    external: EXTERNAL,
    metafile: true,
  });
  await assertInstalledForRunning(metafile);
}

const write = (name: string, text: string): Promise<void> => writeFile(join(BUILT_FOLDER, name), text);

await rm(BUILT_FOLDER, { recursive: true, force: true });
await mkdir(BUILT_FOLDER, { recursive: true });
// Next marks its folder as CommonJS.
await write('package.json', JSON.stringify({ type: 'module' }));
await Promise.all([
  bundlePrograms(),
  clientTypeScript().then((text) => write('client.ts', text)),
  clientJavaScript().then((text) => write('client.js', text)),
  packClient().then((bytes) => writeFile(join(BUILT_FOLDER, 'client.tgz'), bytes)),
  verifyJavaScript().then((text) => write('verify.js', text)),
  verifyTypes().then((text) => write('verify.d.ts', text)),
  bundlePageScript().then(({ script }) => write('wallets.js', script)),
  collectLicences().then((groups) => write(LICENCES_FILE, JSON.stringify(groups))),
]);
