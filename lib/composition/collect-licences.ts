/**
 * Lists every package of which code may reach a browser, with its licence. It begins at the modules that Next's own
 * manifests name as the client's and follows every import before any is shaken off: more than the bundles hold, never
 * less. Runs in the build alone.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { z } from 'zod';
import { isAllowedLicence, type LicenceGroup } from './licences.ts';

const MANIFESTS = '.next/server/app';
const MODULES = 'node_modules/';

/** Other bundles for browsers that the build makes. */
const OTHER_ENTRIES = ['lib/sandbox/wallets/page/main.ts', 'lib/payments/standalone-verify.ts', 'lib/api/client.ts'];
/** Reach the browser through no module: Next's runtime with what it brings, the style sheet, the fonts. */
const WITHOUT_MODULES = [
  'next',
  'react',
  'react-dom',
  'scheduler',
  '@swc/helpers',
  'tailwindcss',
  '@fontsource-variable/instrument-sans',
  '@fontsource-variable/jetbrains-mono',
];

const manifestSchema = z.object({ clientModules: z.record(z.string(), z.unknown()) });

/** The modules of ours, and of packages beside Next, at which the client's bundles begin. */
async function clientEntries(): Promise<string[]> {
  const files = (await readdir(MANIFESTS, { recursive: true })).filter((file) =>
    file.endsWith('_client-reference-manifest.js'),
  );
  const texts = await Promise.all(files.map((file) => readFile(join(MANIFESTS, file), 'utf8')));
  const names = texts.flatMap((text) => {
    // A script that assigns one JSON object.
    const json: unknown = JSON.parse(text.slice(text.indexOf('] = {') + '] = '.length).replace(/;?\s*$/, ''));
    return Object.keys(manifestSchema.parse(json).clientModules);
  });
  const entries = names.map((name) => name.replace('[project]/', '').replace(/ .*$/, ''));
  const own = [...new Set(entries)].filter((entry) => !entry.startsWith(`${MODULES}next/`));
  if (own.length === 0) throw new Error(`${MANIFESTS} names no module of the client; Next names them elsewhere now`);
  return own;
}

/** Next is bundled separately, since it imports what only its own bundler knows. */
const withoutNext: Plugin = {
  name: 'without-next',
  setup({ onResolve }) {
    onResolve({ filter: /^next($|\/)/ }, () => ({ external: true }));
  },
};

/** The folder of the package that a module belongs to, `node_modules/a/node_modules/@b/c`; undefined for our own. */
function packageFolder(module: string): string | undefined {
  const at = module.lastIndexOf(MODULES);
  if (at === -1) return undefined;
  const [first = '', second = ''] = module.slice(at + MODULES.length).split('/');
  return module.slice(0, at + MODULES.length) + (first.startsWith('@') ? `${first}/${second}` : first);
}

async function packageFolders(): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [...(await clientEntries()), ...OTHER_ENTRIES].map((entry) => `./${entry}`),
    bundle: true,
    metafile: true,
    write: false,
    outdir: 'nowhere',
    format: 'esm',
    splitting: true,
    platform: 'browser',
    jsx: 'automatic',
    loader: { '.css': 'empty', '.svg': 'empty', '.png': 'empty', '.woff2': 'empty' },
    plugins: [withoutNext],
    logLevel: 'silent',
  });
  const found = Object.keys(metafile.inputs).flatMap((module) => packageFolder(module) ?? []);
  return [...new Set([...found, ...WITHOUT_MODULES.map((name) => MODULES + name)])].sort();
}

const packageSchema = z.object({ name: z.string(), version: z.string(), license: z.string() });

/** @throws {Error} for a package under a licence that is not allowed, or under none. */
async function licenceOf(folder: string): Promise<{ name: string; licence: string; text: string }> {
  const parsed = packageSchema.safeParse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  if (!parsed.success) throw new Error(`${folder} reaches the browser and names no licence.`);
  const { name, version, license } = parsed.data;
  if (!isAllowedLicence(license))
    throw new Error(
      `${name} ${version} reaches the browser under ${license}, which lib/composition/licences.ts does not allow.`,
    );
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return { name: `${name} ${version}`, licence: license, text: texts.map((text) => text.trim()).join('\n\n') };
}

/** In the order of their first package. @throws {Error} where one is not allowed. */
export async function collectLicences(): Promise<LicenceGroup[]> {
  const groups = new Map<string, LicenceGroup>();
  for (const { name, licence, text } of await Promise.all((await packageFolders()).map(licenceOf))) {
    const key = `${licence}\n${text.replace(/\s+/g, ' ')}`;
    const group = groups.get(key) ?? { licence, packages: [], text };
    groups.set(key, group);
    if (!group.packages.includes(name)) group.packages.push(name);
  }
  return [...groups.values()];
}
