/**
 * Builds the loader: `npm run embed` writes public/embed.js, public/embed.mjs and public/embed.d.ts. These are
 * committed, and a test compares them with their source. `npm run embed -- --release` also keeps both scripts for ever
 * as `embed-VERSION.js` and `.mjs`, with their hashes in public/embed-releases.json.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { LOCALES } from '../i18n/locales.ts';

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
    .slice(2)
    .filter((line) => !line.includes('biome-ignore'))
    .join('\n')
    .replace('EmbedLocale = Locale;', `EmbedLocale = ${LOCALES.map((locale) => `'${locale}'`).join(' | ')};`);
  return `/** Types of Portage's embed loader: of window.Portage (/embed.js) and of the module /embed.mjs. Apache-2.0. */\n${own}${GLOBAL}`;
}

/** The files of the loader by their name below public/. @throws when the sources do not build. */
export async function embedFiles(): Promise<Record<string, string>> {
  const [classic, module] = await Promise.all([bundle('script.ts', 'iife'), bundle('module.ts', 'esm')]);
  return { 'embed.js': classic, 'embed.mjs': module, 'embed.d.ts': declarations() };
}

const inPublic = (name: string): string => join(ROOT, 'public', name);
const jsonOf = (path: string): Record<string, string> => JSON.parse(readFileSync(path, 'utf8'));

/** The value of a script's `integrity`. */
export const integrityOf = (text: string): string => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** @throws {Error} where that version was released before: a page that names its hash must find the same bytes. */
function release(files: Record<string, string>): void {
  const { version = '' } = jsonOf(join(ROOT, 'package.json'));
  const released = jsonOf(inPublic('embed-releases.json'));
  for (const kind of ['js', 'mjs']) {
    const [name, text = ''] = [`embed-${version}.${kind}`, files[`embed.${kind}`]];
    if (existsSync(inPublic(name))) throw new Error(`${name} is released; give package.json the next version.`);
    writeFileSync(inPublic(name), text);
    released[name] = integrityOf(text);
  }
  writeFileSync(inPublic('embed-releases.json'), `${JSON.stringify(released, null, 2)}\n`);
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const files = await embedFiles();
  for (const [name, text] of Object.entries(files)) writeFileSync(inPublic(name), text);
  if (argv.includes('--release')) release(files);
}
