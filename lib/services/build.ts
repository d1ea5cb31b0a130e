/** Makes, once, what `npm start` runs and hands out beside Next's own bundle: the programs, the client, the sandbox's wallets. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { BUILT_FOLDER, PROGRAMS } from '../config/programs.ts';
import { bundlePageScript } from '../sandbox/wallets/build-script.ts';
import { clientJavaScript, clientTypeScript } from './make-client.ts';

/**
 * Stay packages: what brings files or native code of its own, or loads parts of itself by name.
 * `esbuild`, and the two modules that call it, only ever run from sources.
 */
const EXTERNAL = [
  'next',
  'pg',
  'pino',
  '@electric-sql/pglite',
  '@foundry-rs/anvil',
  'litesvm',
  '*/make-client.ts',
  '*/build-script.ts',
];

/** CommonJS packages inside a module still ask for Node's own modules by `require`. */
const REQUIRE = `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`;

async function bundlePrograms(): Promise<void> {
  await build({
    entryPoints: PROGRAMS,
    outdir: BUILT_FOLDER,
    bundle: true,
    // What several programs share, and what is loaded late, lies beside them as chunks.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: EXTERNAL,
    banner: { js: REQUIRE },
    legalComments: 'none',
    logLevel: 'warning',
  });
}

const write = (name: string, text: string): Promise<void> => writeFile(join(BUILT_FOLDER, name), text);

await rm(BUILT_FOLDER, { recursive: true, force: true });
await mkdir(BUILT_FOLDER, { recursive: true });
// Next says of its folder that all in it is CommonJS.
await write('package.json', JSON.stringify({ type: 'module' }));
await Promise.all([
  bundlePrograms(),
  clientTypeScript().then((text) => write('client.ts', text)),
  clientJavaScript().then((text) => write('client.js', text)),
  bundlePageScript().then(({ script }) => write('wallets.js', script)),
]);
