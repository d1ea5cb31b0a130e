/** A plain path of the API reaches the very handler that Next has built for it; every other path is left to Next. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { routeModules } from './route-modules.ts';

const folder = mkdtempSync(join(tmpdir(), 'portage-routes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ROUTES = {
  '/v1/quote/route': '/v1/quote',
  '/v1/quote/[quoteId]/route': '/v1/quote/[quoteId]',
  '/v1/other/route': '/v1/other',
  '/v1/[[...path]]/route': '/v1/[[...path]]',
  '/health/route': '/health',
};

function write(name: string, text: string): void {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
write('app-path-routes-manifest.json', JSON.stringify(ROUTES));
write(
  'server/app-paths-manifest.json',
  JSON.stringify(Object.fromEntries(Object.keys(ROUTES).map((name) => [name, `app${name}.js`]))),
);
write('server/package.json', '{"type":"commonjs"}');
for (const name of Object.keys(ROUTES))
  write(
    `server/app${name}.js`,
    name.includes('other')
      ? 'module.exports = { handler() {} };'
      : `const handler = async () => new Response(null);
         const userland = { ${METHODS.map((method) => `${method}: handler`).join()} };
         module.exports = { routeModule: { ensureUserland: async () => {}, userland } };`,
  );

const find = routeModules(folder);

it.each(['/v1/quote', '/v1/quote/9c7b1c0e-2f0e-4c0b-8d2a-1f1e0f2d3c4b'])('answers %s', async (path) => {
  expect(await find(path)).toBeTypeOf('function');
});

it.each([
  ['an unknown path', '/v1/quotes'],
  ['a path with a slash at its end', '/v1/quote/'],
  ['an escaped path', '/v1/qu%6Fte'],
  ['an empty segment', '/v1//quote'],
  ['a path outside the API', '/health'],
  ['a module of another shape', '/v1/other'],
])('leaves %s to Next', async (_what, path) => {
  expect(await find(path)).toBeUndefined();
});
