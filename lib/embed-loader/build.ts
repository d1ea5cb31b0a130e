/**
 * Builds the loader: `npm run embed` writes public/embed.js, public/embed.mjs and public/embed.d.ts. These are
 * committed, and a test compares them with their source.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCE = 'lib/embed-loader';

/** Bundles for the browsers of 2021, which have private class fields and `adoptedStyleSheets`. */
async function bundle(entry: string, format: 'iife' | 'esm'): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [`${SOURCE}/${entry}`],
    bundle: true,
    format,
    platform: 'browser',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    banner: { js: '/* Portage embed loader, Apache-2.0. Source: lib/embed-loader */' },
    write: false,
    logLevel: 'silent',
  });
  const script = outputFiles[0]?.text;
  if (!script) throw new Error(`${entry} came out empty`);
  return script;
}

const GLOBAL = `
export declare const Portage: PortageLoader;

declare global {
  interface Window {
    /** There once the classic script /embed.js has run. */
    Portage: PortageLoader;
  }
}
`;

function declarations(): string {
  const source = readFileSync(join(ROOT, SOURCE, 'types.ts'), 'utf8');
  const own = source
    .split('\n')
    .slice(1)
    .filter((line) => !line.includes('biome-ignore'))
    .join('\n');
  return `/** Types of Portage's embed loader: of window.Portage (/embed.js) and of the module /embed.mjs. Apache-2.0. */\n${own}${GLOBAL}`;
}

/** The files of the loader by their name below public/. @throws when the sources do not build. */
export async function embedFiles(): Promise<Record<string, string>> {
  const [classic, module] = await Promise.all([bundle('script.ts', 'iife'), bundle('module.ts', 'esm')]);
  return { 'embed.js': classic, 'embed.mjs': module, 'embed.d.ts': declarations() };
}

if (argv[1] === fileURLToPath(import.meta.url))
  for (const [name, text] of Object.entries(await embedFiles())) writeFileSync(join(ROOT, 'public', name), text);
