/**
 * Checks the first load of each page against a budget, so that a change that adds weight is noticed. It counts the
 * JavaScript (gzip) in a page's document: what a modern browser loads before any interaction, without `noModule` files.
 * Next's own scripts (`rootMainFiles`; an empty page has only 3.5 kB more) are not counted.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Bytes beyond Next's own. */
const BUDGETS: Record<string, number> = {
  '/(swap)': 70_000,
  '/(swap)/track/[quoteId]/[routeIndex]': 40_000,
  // 150 kB with Next's own.
  '/(reading)/docs': 17_500,
  '/embed/(frame)': 75_000,
  '/embed/(frame)/track/[quoteId]/[routeIndex]': 55_000,
};

/** What a host's page loads in total. */
const LOADERS = { files: ['public/embed.js', 'public/embed.mjs'], budget: 6_000 };

const folderOf = (page: string): string => join('.next', 'server', 'app', page.slice(1));

/** Next's own files, the same on every page. */
function rootFiles(page: string): string[] {
  const file = join(folderOf(page), 'page', 'build-manifest.json');
  if (!existsSync(file)) throw new Error(`${file} is missing; run "npm run build" first`);
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { rootMainFiles: string[] };
  return manifest.rootMainFiles;
}

/**
 * The files of the page, its layouts and its error pages are listed in its manifest, a script that assigns one JSON
 * object.
 */
function ownFiles(page: string): string[] {
  const folder = folderOf(page);
  const name = readdirSync(folder).find((file) => file === 'page_client-reference-manifest.js');
  if (!name) throw new Error(`${folder} has no manifest of its scripts; Next names them elsewhere now`);
  const text = readFileSync(join(folder, name), 'utf8');
  const json = JSON.parse(text.slice(text.indexOf('] = {') + 4).replace(/;?\s*$/, '')) as {
    entryJSFiles: Record<string, string[]>;
  };
  return Object.values(json.entryJSFiles).flat();
}

const scripts = (files: Iterable<string>): string[] => [...new Set(files)].filter((file) => file.endsWith('.js'));
const weigh = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join('.next', file))).length, 0);
const kB = (bytes: number): string => (bytes / 1000).toFixed(1);

let failed = false;
for (const [page, budget] of Object.entries(BUDGETS)) {
  const root = scripts(rootFiles(page));
  const own = scripts(ownFiles(page)).filter((file) => !root.includes(file));
  const bytes = weigh(own);
  const fits = bytes <= budget && root.length > 0 && own.length > 0;
  failed ||= !fits;
  console.log(
    `  ${page}: ${kB(bytes)} kB of ${kB(budget)} kB in ${own.length} files, above ${kB(weigh(root))} kB of Next${fits ? '' : ' TOO LARGE'}`,
  );
}
for (const file of LOADERS.files) {
  const bytes = gzipSync(readFileSync(file)).length;
  failed ||= bytes > LOADERS.budget;
  console.log(`  ${file}: ${kB(bytes)} kB of ${kB(LOADERS.budget)} kB${bytes > LOADERS.budget ? ' TOO LARGE' : ''}`);
}
process.exit(failed ? 1 : 0);
