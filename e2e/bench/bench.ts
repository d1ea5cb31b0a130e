/** `npm run bench`: what Portage adds to its upstreams and to its own server, as ratios of one run. Needs a build. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPortageClient, type PortageClient } from '../../lib/api/client.ts';
import { createEvmPayer } from '../support/evm-payer.ts';
import { follow, last } from '../support/follow.ts';
import { freePort, startOwnApp } from '../support/own-app.ts';
import { createSandbox } from '../support/sandbox.ts';
import { type CountingProxy, startCountingProxy } from './counting-proxy.ts';

/** What a quick upstream on a public network takes. */
const UPSTREAM_DELAY_MS = 50;
const ROUNDS = 40;
const CALLS = 300;
const PROVIDERS = [
  'THORCHAIN',
  'THORCHAIN_STREAMING',
  'MAYACHAIN',
  'MAYACHAIN_STREAMING',
  'CHAINFLIP',
  'CHAINFLIP_STREAMING',
] as const;
/** Whom a quote asks, by the setting that names its address; ids that share an upstream's answer share the call. */
const UPSTREAMS = [
  { service: 'thornode', setting: 'THORNODE_URL', path: '/quote/swap', ids: 2 },
  { service: 'mayanode', setting: 'MAYANODE_URL', path: '/quote/swap', ids: 2 },
  { service: 'chainflip-backend', setting: 'CHAINFLIP_BACKEND_URL', path: '/v2/quote', ids: 2 },
] as const;
const ASK = { sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '0.5', slippage: 1, providers: [...PROVIDERS] };

const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const ms = (value: number) => `${value.toFixed(1)} ms`;

async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

/** Quotes with `atOnce` callers; each round is held against the slowest upstream answer of that round. */
async function quotes(client: PortageClient, proxies: CountingProxy[], atOnce: number): Promise<void> {
  const ratios: number[] = [];
  const overheads: number[] = [];
  const calls = proxies.map(() => 0);
  const rounds = Math.ceil(ROUNDS / atOnce) + 4;
  for (let round = 0; round < rounds; round += 1) {
    for (const proxy of proxies) proxy.reset();
    const times = await Promise.all(Array.from({ length: atOnce }, () => timed(() => client.quote(ASK))));
    const upstream = proxies.flatMap((proxy) => proxy.quoteMs);
    for (const [index, proxy] of proxies.entries()) calls[index] = (calls[index] ?? 0) + proxy.quoteMs.length;
    const slowest = Math.max(...upstream);
    ratios.push(median(times) / slowest);
    overheads.push(median(times) - slowest);
  }
  console.log(
    `quote, ${atOnce} at once: ${median(ratios).toFixed(2)} x the slowest upstream (${ms(median(overheads))} more); ` +
      `upstream calls per provider id: ${UPSTREAMS.map(
        ({ service, ids }, index) => `${service} ${((calls[index] ?? 0) / (rounds * atOnce * ids)).toFixed(2)}`,
      ).join(', ')}`,
  );
}

/** Both in turn, so that a drifting machine touches both alike. */
async function against(name: string, run: () => Promise<unknown>, bare: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  const bareTimes: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    times.push(await timed(run));
    bareTimes.push(await timed(bare));
  }
  console.log(
    `${name}: ${(median(times) / median(bareTimes)).toFixed(2)} x a bare handler (${ms(median(times))} against ${ms(median(bareTimes))})`,
  );
}

async function finishedSwap(url: string, sandboxUrl: string): Promise<{ quoteId: string; hash: string }> {
  const client = createPortageClient({ baseUrl: url });
  const payer = createEvmPayer(url, 'ETH');
  await createSandbox(sandboxUrl).fund('ETH', payer.address, '2');
  const quote = await client.quote({
    sellAsset: 'ETH.ETH',
    buyAsset: 'BTC.BTC',
    sellAmount: '1',
    slippage: 5,
    providers: ['THORCHAIN'],
    sourceAddress: payer.address,
    destinationAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    includeTx: true,
  });
  const [route] = quote.routes;
  if (!route) throw new Error(JSON.stringify(quote.providerErrors));
  const hash = await payer.pay(route);
  const end = last(await follow(client, { quoteId: quote.quoteId, hash }));
  if (end.trackingStatus !== 'completed') throw new Error(`the swap ended ${end.trackingStatus}`);
  return { quoteId: quote.quoteId, hash };
}

async function startSandbox(dataDir: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', 'tsx', 'lib/sandbox/main.ts'], {
    env: { ...process.env, SANDBOX_PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', () => reject(new Error('the sandbox ended before it was ready')));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

const dataDir = mkdtempSync(join(tmpdir(), 'portage-bench-'));
const sandbox = await startSandbox(dataDir);
const proxies = await Promise.all(
  UPSTREAMS.map(({ service, path }) => startCountingProxy(`${sandbox.url}/${service}`, path, UPSTREAM_DELAY_MS)),
);
const app = await startOwnApp(dataDir, {
  SANDBOX_URL: sandbox.url,
  ...Object.fromEntries(UPSTREAMS.map(({ setting }, index) => [setting, proxies[index]?.url ?? ''])),
});
try {
  const client = createPortageClient({ baseUrl: app.url });
  const swap = await finishedSwap(app.url, sandbox.url);
  for (let warmUp = 0; warmUp < 10; warmUp += 1) await client.quote(ASK);
  await quotes(client, proxies, 1);
  await quotes(client, proxies, 20);
  const bare = () => fetch(`${app.url}/v1/tokens`, { method: 'OPTIONS' }).then((answer) => answer.arrayBuffer());
  const read = (path: string, init?: RequestInit) => () =>
    fetch(app.url + path, init).then((answer) => answer.arrayBuffer());
  await against('GET /v1/tokens', read('/v1/tokens'), bare);
  await against('POST /v1/track, finished', read('/v1/track', { method: 'POST', body: JSON.stringify(swap) }), bare);
} finally {
  await app.stop();
  await sandbox.stop();
  await Promise.all(proxies.map((proxy) => proxy.close()));
  rmSync(dataDir, { recursive: true, force: true });
}
