/** Holds the first load of each page to a budget, so that weight is noticed in the change that adds it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Bytes of JavaScript (gzip) that a modern browser loads before anybody asks for a wallet. */
const BUDGETS: Record<string, number> = { '/': 300_000, '/track/[quoteId]/[routeIndex]': 300_000 };

const manifestFiles = (page: string): string[] => {
  const file = join('.next', 'server', 'app', page === '/' ? 'page' : `${page.slice(1)}/page`, 'build-manifest.json');
  if (!existsSync(file)) throw new Error(`${file} is missing; run "npm run build" first`);
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { rootMainFiles: string[] };
  return manifest.rootMainFiles;
};

/** Chunks of the page itself stand in its client reference manifest, a script that assigns one JSON object. */
const pageFiles = (page: string): string[] => {
  const folder = join('.next', 'server', 'app', page === '/' ? '' : page.slice(1));
  const name = readdirSync(folder).find((file) => file === 'page_client-reference-manifest.js');
  if (!name) return [];
  const text = readFileSync(join(folder, name), 'utf8');
  const json = JSON.parse(text.slice(text.indexOf('] = {') + 4).replace(/;?\s*$/, '')) as {
    entryJSFiles?: Record<string, string[]>;
  };
  return Object.values(json.entryJSFiles ?? {}).flat();
};

let failed = false;
for (const [page, budget] of Object.entries(BUDGETS)) {
  const files = new Set([...manifestFiles(page), ...pageFiles(page)].filter((file) => file.endsWith('.js')));
  const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join('.next', file))).length, 0);
  const fits = bytes <= budget;
  failed ||= !fits || files.size === 0;
  console.log(
    `  ${page}: ${files.size} files, ${(bytes / 1000).toFixed(1)} kB gzip of ${budget / 1000} kB${fits ? '' : ' TOO LARGE'}`,
  );
}
process.exit(failed ? 1 : 0);
