import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPortageClient } from '../../lib/api/client.ts';
import { freePort } from '../../lib/db/test-port.ts';
import { expect, test } from '../support/api-test.ts';
import { createEvmPayer } from '../support/evm-payer.ts';
import { follow, last } from '../support/follow.ts';
import { mainnetNowhere } from '../support/nowhere.ts';
import { spawnApp, startOwnApp } from '../support/own-app.ts';
import { createSandbox } from '../support/sandbox.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'portage-own-'));

test('killed in the middle of a swap, app and sandbox continue from there and nothing is lost', async () => {
  const dataDir = folder();
  const ports = { port: await freePort(), sandboxPort: await freePort() };
  const first = await startOwnApp(dataDir, {}, ports);
  const payer = createEvmPayer(first.url, 'ETH');
  await createSandbox(first.sandboxUrl).fund('ETH', payer.address, '3');
  const before = createPortageClient({ baseUrl: first.url });
  const quote = await before.quote({
    sellAsset: 'ETH.ETH',
    buyAsset: 'BTC.BTC',
    sellAmount: '1',
    slippage: 5,
    providers: ['MAYACHAIN_STREAMING'],
    sourceAddress: payer.address,
    destinationAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    includeTx: true,
  });
  const route = quote.routes[0];
  if (!route) throw new Error(JSON.stringify(quote.providerErrors));
  const hash = await payer.pay(route);
  await before.track({ quoteId: quote.quoteId, hash });
  await first.kill();

  const second = await startOwnApp(dataDir, {}, ports);
  try {
    // The hash is not reported again, since the app knows it.
    const end = last(await follow(createPortageClient({ baseUrl: second.url }), { quoteId: quote.quoteId }));
    expect(end.trackingStatus).toBe('completed');
    expect(end.data.inbound?.hash).toBe(hash);
  } finally {
    await second.stop();
  }
});

test('a second process on the same folder stops with one sentence', { tag: '@long' }, async () => {
  const dataDir = folder();
  const app = await startOwnApp(dataDir);
  try {
    const { process: second, output } = spawnApp({
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      SANDBOX_PORT: String(await freePort()),
    });
    const code = await new Promise((resolve) => second.once('exit', resolve));
    expect(code).toBe(1);
    expect(
      output()
        .trim()
        .split('\n')
        .filter((line) => line.includes('in use') || line.includes('another') || line.includes('already')),
    ).toHaveLength(1);
  } finally {
    await app.stop();
  }
});

test('a wrong setting stops the start with a sentence that names it', async () => {
  const { process: app, output } = spawnApp({ SWAP_NETWORK: 'testnet', QUOTE_TIMEOUT_MS: 'soon', DATA_DIR: folder() });
  const code = await new Promise((resolve) => app.once('exit', resolve));
  expect(code).toBe(1);
  expect(output()).toContain('SWAP_NETWORK is "testnet"; it must be one of sandbox, mainnet.');
  expect(output()).toContain('QUOTE_TIMEOUT_MS is "soon"');
});

test('mainnet starts, answers honestly when nothing can be reached, and loads no sandbox code', {
  tag: '@long',
}, async () => {
  const dataDir = folder();
  const app = await startOwnApp(dataDir, await mainnetNowhere());
  try {
    const client = createPortageClient({ baseUrl: app.url });
    expect((await client.tokens()).total).toBe(0);
    const quote = await client.quote({ sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '0.1', slippage: 1 });
    expect(quote.routes).toEqual([]);
    const silent = quote.providerErrors?.filter(({ errorCode }) => errorCode === 'httpError') ?? [];
    expect(silent.length).toBeGreaterThanOrEqual(6);
    expect((await fetch(`${app.url}/health`)).status).toBe(200);
    const notReady = await fetch(`${app.url}/health/ready`);
    expect([notReady.status, (await notReady.json()).detail]).toEqual([503, expect.stringContaining('No provider')]);
    const page = await (await fetch(app.url)).text();
    expect(page).not.toContain('page-scripts');
    expect(page).not.toContain('nothing here is real money');
    expect(existsSync(join(dataDir, 'sandbox'))).toBe(false);
    // The files that the process has mapped include nothing of the emulators.
    if (process.platform === 'linux')
      expect(readFileSync(`/proc/${app.process.pid}/maps`, 'utf8')).not.toContain('litesvm');
  } finally {
    await app.stop();
  }
});
