/** The package that a deployment hands out, installed from it into a program on Node, a page made by Vite, and its worker. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { test as base, expect } from '../support/page-test.ts';

const run = promisify(execFile);
const QUOTE = `{ sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '0.5', slippage: 1 }`;
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

type Shop = { origin: string; files: Map<string, string> };

const test = base.extend<{ shop: Shop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  shop: async ({}, use) => {
    const files: Shop['files'] = new Map();
    const server = createServer((request, response) => {
      const path = request.url === '/' ? '/index.html' : (request.url ?? '');
      response.setHeader('content-type', TYPES[extname(path)] ?? 'text/plain');
      response.end(files.get(path) ?? '');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await use({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, files });
    server.close();
  },
  otherOrigins: async ({ shop }, use) => use([shop.origin]),
});

let folder = '';
test.beforeEach(async ({ baseURL }) => {
  folder = mkdtempSync(join(tmpdir(), 'portage-package-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'shop', private: true, type: 'module' }));
  await run('npm', ['install', '--no-audit', '--no-fund', `${baseURL}/client.tgz`], { cwd: folder });
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Vite as Vitest brings it. @returns the scripts that it made, by path below `dist`. */
async function buildByVite(): Promise<Map<string, string>> {
  const require = createRequire(createRequire(import.meta.url).resolve('vitest/package.json'));
  const { build } = (await import(pathToFileURL(require.resolve('vite')).href)) as {
    build: (options: object) => Promise<unknown>;
  };
  await build({
    root: folder,
    logLevel: 'error',
    configFile: false,
    build: { target: 'esnext' },
    worker: { format: 'es' },
  });
  const dist = join(folder, 'dist');
  const files = readdirSync(dist, { recursive: true }).map(String);
  return new Map(
    files.filter((name) => extname(name) in TYPES).map((name) => [`/${name}`, readFileSync(join(dist, name), 'utf8')]),
  );
}

test('a program on Node quotes, verifies the answer and checks the route, by types that its compiler knows', async ({
  baseURL,
}) => {
  writeFileSync(
    join(folder, 'main.js'),
    `import { createPortageClient, verifySignature } from 'portage-client';
import { verifyRoute } from 'portage-client/verify';
import { watch } from 'portage-client/watch';
const portage = createPortageClient({ baseUrl: '${baseURL}' });
const quote = await portage.quote(${QUOTE});
const keys = await portage.signingKeys();
const { ok } = await verifySignature({ quoteId: quote.quoteId, routeIndex: 0, route: quote.routes[0] }, keys);
const unknown = await watch({ baseUrl: '${baseURL}' }, { quoteId: crypto.randomUUID(), hash: 'aa' }).next().catch((error) => error.status);
console.log(JSON.stringify({ routes: quote.routes.length, ok, verifyRoute: typeof verifyRoute, unknown }));`,
  );
  const { stdout } = await run(process.execPath, ['main.js'], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual({
    routes: expect.any(Number),
    ok: true,
    verifyRoute: 'function',
    unknown: 404,
  });
  writeFileSync(
    join(folder, 'types.ts'),
    `import { createPortageClient, type PortageClient } from 'portage-client';
import { verifyRoute, type RouteFault } from 'portage-client/verify';
import { watch } from 'portage-client/watch';
export const client: PortageClient = createPortageClient({ baseUrl: '' });
export const amount = async (): Promise<string | undefined> => (await client.quote(${QUOTE})).routes[0]?.expectedBuyAmount;
export const states = async () => { for await (const { trackingStatus } of watch({ baseUrl: '' }, { quoteId: '', hash: '' })) return trackingStatus; };
export const faults: typeof verifyRoute | RouteFault = verifyRoute;
// @ts-expect-error: an amount is text
await client.quote({ sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: 1, slippage: 1 });
`,
  );
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const compilerOptions = { noEmit: true, strict: true, target: 'esnext', module: 'nodenext', types: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['types.ts'] }));
  const { stdout: faults } = await run(process.execPath, [tsc], { cwd: folder }).catch((error) => error);
  expect(faults).toBe('');
});

test('a page that Vite has made quotes, also in its worker, and one that only watches carries nothing else', async ({
  baseURL,
  page,
  shop,
}) => {
  const tasks = (name: string) => `import { createPortageClient } from 'portage-client';
const quote = await createPortageClient({ baseUrl: '${baseURL}' }).quote(${QUOTE});
${name}(quote.routes.length > 0 ? 'routes' : 'none');`;
  const pageOf = (script: string) =>
    `<!doctype html><p id="page"></p><p id="worker"></p><script type="module" src="${script}"></script>`;
  writeFileSync(join(folder, 'worker.js'), tasks('postMessage'));
  writeFileSync(
    join(folder, 'page.js'),
    `const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
worker.onmessage = ({ data }) => { document.querySelector('#worker').textContent = data; };
const tell = (text) => { document.querySelector('#page').textContent = text; };
${tasks('tell')}`,
  );
  writeFileSync(join(folder, 'index.html'), pageOf('/page.js'));
  for (const [path, text] of await buildByVite()) shop.files.set(path, text);
  await page.goto(shop.origin);
  await expect(page.locator('#page')).toHaveText('routes');
  await expect(page.locator('#worker')).toHaveText('routes');

  writeFileSync(
    join(folder, 'page.js'),
    `import { watch } from 'portage-client/watch';
for await (const { trackingStatus } of watch({ baseUrl: '${baseURL}' }, { quoteId: '', hash: '' })) console.log(trackingStatus);`,
  );
  const watching = [...(await buildByVite()).values()].join('');
  expect(watching).toContain('/v1/track');
  for (const other of ['/v1/quote', '/v1/tokens', '/v1/webhooks', 'ed25519']) expect(watching).not.toContain(other);
});
