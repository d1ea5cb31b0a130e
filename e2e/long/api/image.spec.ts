/**
 * The image's content, laid out by the Dockerfile's own lines and the packages' lock file, is enough, and nothing more.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from '../../support/api-test.ts';
import { mainnetNowhere } from '../../support/nowhere.ts';
import { spawnApp, startOwnApp } from '../../support/own-app.ts';

let image: string;

type Lock = { packages: Record<string, { dev?: true; optional?: true; devOptional?: true; link?: true }> };

/** What `npm ci --omit=dev --omit=optional` installs. */
function copyPackages(): void {
  const { packages }: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  for (const [path, { dev, optional, devOptional }] of Object.entries(packages)) {
    if (!path.startsWith('node_modules/') || dev || optional || devOptional) continue;
    // Nested packages are copied or left out by their own lines of the lock file.
    const filter = (from: string) => from === path || basename(from) !== 'node_modules';
    cpSync(path, join(image, path), { recursive: true, filter });
  }
}

test.beforeAll(() => {
  image = mkdtempSync(join(tmpdir(), 'portage-image-'));
  copyPackages();
  const lines = readFileSync('Dockerfile', 'utf8').matchAll(/^COPY --from=build (.+) \S+$/gm);
  for (const [, from = ''] of lines)
    for (const path of from.split(' ').map((one) => one.replace('/app/', '')))
      cpSync(path, join(image, path), {
        recursive: true,
        filter: (one) => !/^\.next\/(cache|dev|types)$|^\.next\/server\/.*\.map$/.test(one),
      });
});
test.afterAll(() => rmSync(image, { recursive: true, force: true }));

test('it has no test, no source and none of the packages for building, testing and emulating', () => {
  const files = readdirSync(image, { recursive: true, encoding: 'utf8' }).filter(
    (one) => !one.includes('node_modules/'),
  );
  expect(files.filter((one) => /\.(test|spec)\.|\.tsx?$/.test(one)).sort()).toEqual([
    '.next/portage/client.ts',
    '.next/portage/verify.d.ts',
    'public/embed.d.ts',
  ]);
  for (const name of ['esbuild', 'tsx', 'typescript', 'solc', 'litesvm', '@foundry-rs', 'vitest', 'viem'])
    expect(existsSync(join(image, 'node_modules', name)), name).toBe(false);
});

test('it starts on the main networks, serves its pages and the client, and stops on request', async () => {
  const app = await startOwnApp(join(image, 'data'), await mainnetNowhere(), undefined, image);
  try {
    for (const path of ['/', '/docs', '/status', '/embed', '/v1/tokens', '/openapi.json', '/metrics', '/sw.js'])
      expect((await fetch(app.url + path)).status, path).toBe(200);
    for (const kind of ['ts', 'js'])
      expect(await (await fetch(`${app.url}/client.${kind}`)).text()).toContain('const createPortageClient = ');
  } finally {
    await app.stop();
  }
  expect(app.process.exitCode).toBe(0);
});

test('asked for the sandbox it names what is missing in one sentence, and ends', async () => {
  const { process: app, output } = spawnApp(
    { SWAP_NETWORK: 'sandbox', DATA_DIR: join(image, 'data'), PORT: '0' },
    image,
  );
  expect(await new Promise((resolve) => app.once('exit', resolve))).toBe(1);
  const lines = output()
    .split('\n')
    .filter((line) => line !== '');
  expect(lines).toEqual([
    'The sandbox needs @foundry-rs/anvil and litesvm, which this installation was made without: run npm ci again without --omit=optional, or set SWAP_NETWORK=mainnet.',
  ]);
});
