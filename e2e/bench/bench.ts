/**
 * `npm run bench`: measures what Portage adds to its upstreams and to its own server, as ratios within one run. Needs a
 * build. `npm run bench -- hashes` measures that part alone; the parts are quotes, cost, start, legs,
 * calls, hashes, burst and phone.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { createPortageClient, type PortageClient } from '../../lib/api/client.ts';
import { createEvmPayer } from '../support/evm-payer.ts';
import { follow, last } from '../support/follow.ts';
import { type OwnApp, startOwnApp } from '../support/own-app.ts';
import { startOwnSandbox } from '../support/own-sandbox.ts';
import { createSandbox } from '../support/sandbox.ts';
import { besideBare, startBareServer } from './beside-bare.ts';
import { besideItsLegs, TWO_LEG_CASES } from './beside-legs.ts';
import { besideBursts } from './burst.ts';
import { type CountingProxy, startCountingProxy } from './counting-proxy.ts';
import { cpuMs, TRACE_COLLECTIONS } from './process-cost.ts';
import { soldAmount } from './questions.ts';
import { besideReportedHashes } from './reported-hashes.ts';
import { besideSlowPhone } from './slow-phone.ts';
import { measureStarts } from './start-cost.ts';

/** The delay of a fast upstream on a public network. */
const UPSTREAM_DELAY_MS = 50;
const ROUNDS = 40;
const CALLS = 300;
/** The upstreams of quotes, by the setting that names their URL; ids that share an upstream's answer share the call. */
const UPSTREAMS = {
  thornode: { setting: 'THORNODE_URL', path: '/quote/swap', ids: 2 },
  mayanode: { setting: 'MAYANODE_URL', path: '/quote/swap', ids: 2 },
  'chainflip-backend': { setting: 'CHAINFLIP_BACKEND_URL', path: '/v2/quote', ids: 2 },
  oneinch: { setting: 'ONEINCH_URL', path: '/quote?', ids: 1 },
  jupiter: { setting: 'JUPITER_URL', path: '/swap/v2/quote?', ids: 1 },
  garden: { setting: 'GARDEN_URL', path: '/quote?', ids: 1 },
} as const;
const WANTED = process.argv.slice(2);
const isWanted = (name: 'quotes' | 'cost' | 'start' | 'legs' | 'calls' | 'hashes' | 'burst' | 'phone') =>
  WANTED.length === 0 || WANTED.includes(name);

type Upstream = keyof typeof UPSTREAMS;
const NAMES = Object.keys(UPSTREAMS) as Upstream[];

type Ask = Parameters<PortageClient['quote']>[0];
const CROSS_CHAIN = {
  name: 'the pools and Chainflip',
  upstreams: ['thornode', 'mayanode', 'chainflip-backend'],
  ask: {
    sellAsset: 'BTC.BTC',
    buyAsset: 'ETH.ETH',
    sellAmount: soldAmount(0),
    slippage: 1,
    providers: [
      'THORCHAIN',
      'THORCHAIN_STREAMING',
      'MAYACHAIN',
      'MAYACHAIN_STREAMING',
      'CHAINFLIP',
      'CHAINFLIP_STREAMING',
    ],
  },
} as const satisfies Case;
type Case = { name: string; upstreams: readonly Upstream[]; ask: Ask };
/** Prices without a transaction. No pair is offered by all providers, so each kind has its own. */
const CASES: readonly Case[] = [
  CROSS_CHAIN,
  {
    name: '1inch',
    upstreams: ['oneinch'],
    ask: {
      sellAsset: 'ETH.ETH',
      buyAsset: 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      sellAmount: '1',
      slippage: 1,
      providers: ['ONEINCH'],
    },
  },
  {
    name: 'Jupiter',
    upstreams: ['jupiter'],
    ask: {
      sellAsset: 'SOL.SOL',
      buyAsset: 'SOL.USDC-EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      sellAmount: '1',
      slippage: 1,
      providers: ['JUPITER'],
    },
  },
  {
    name: 'Garden',
    upstreams: ['garden'],
    ask: {
      sellAsset: 'BTC.BTC',
      buyAsset: 'ETH.WBTC-0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
      sellAmount: '0.5',
      slippage: 1,
      providers: ['GARDEN'],
    },
  },
];
/** Limits that are no property of what is measured are raised out of the way. */
const SETTINGS = {
  // One address here makes the requests of hundreds of callers.
  RATE_LIMIT: '10000000',
  // What a key of 1inch allows.
  ONEINCH_RPS: '1000',
};

type Proxies = Record<Upstream, CountingProxy>;

const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const ms = (value: number) => `${value.toFixed(1)} ms`;

async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

/** What the server refuses under load is sent again when the answer says. */
async function untilTaken<T>(ask: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 503) throw error;
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfterSeconds ?? 1) * 1000));
    }
}

async function answered(client: PortageClient, { name, ask }: Case): Promise<void> {
  const { routes, providerErrors } = await untilTaken(() => client.quote(ask));
  if (routes.length === 0) throw new Error(`${name}: ${JSON.stringify(providerErrors)}`);
}

/** Measures quotes with `atOnce` callers; each round is compared with the slowest upstream answer of that round. */
async function quotes(client: PortageClient, proxies: Proxies, one: Case, atOnce: number): Promise<void> {
  const ratios: number[] = [];
  const overheads: number[] = [];
  const rounds = Math.ceil(ROUNDS / atOnce) + 4;
  const calls = new Map<Upstream, number>();
  let others = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of one.upstreams) proxies[name].reset();
    const times = await Promise.all(Array.from({ length: atOnce }, () => timed(() => answered(client, one))));
    for (const name of one.upstreams) {
      calls.set(name, (calls.get(name) ?? 0) + proxies[name].quoteMs.length);
      others += proxies[name].others();
    }
    const slowest = Math.max(...one.upstreams.flatMap((name) => proxies[name].quoteMs));
    ratios.push(median(times) / slowest);
    overheads.push(median(times) - slowest);
  }
  const quoted = rounds * atOnce;
  const perId = one.upstreams.map(
    (name) => `${name} ${((calls.get(name) ?? 0) / (quoted * UPSTREAMS[name].ids)).toFixed(2)}`,
  );
  console.log(
    `quote, ${one.name}, ${atOnce} at once: ${median(ratios).toFixed(2)} x the slowest upstream ` +
      `(${ms(median(overheads))} more); quotes asked of upstreams per provider id: ${perId.join(', ')}; ` +
      `other calls to them in these ${quoted} quotes: ${others}`,
  );
}

/** Measures how long after the fastest upstream the first route arrives in an event stream. */
async function firstRoutes(url: string, proxies: Proxies, one: Case): Promise<void> {
  const added: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of one.upstreams) proxies[name].reset();
    const started = performance.now();
    const stream = await fetch(`${url}/v1/quote`, {
      method: 'POST',
      headers: { accept: 'text/event-stream' },
      body: JSON.stringify(one.ask),
    });
    let text = '';
    let firstMs: number | undefined;
    for await (const chunk of stream.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes('event: route')) firstMs ??= performance.now() - started;
    }
    if (firstMs === undefined) throw new Error(`${one.name}: no route in ${text}`);
    added.push(firstMs - Math.min(...one.upstreams.flatMap((name) => proxies[name].quoteMs)));
  }
  console.log(`first route by event stream, ${one.name}: ${ms(median(added))} after the fastest upstream`);
}

/** Alternates both, so that a machine whose speed drifts affects both alike. */
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

type Paid = { quoteId: string; hash: string };

async function paidSwap(url: string, sandboxUrl: string): Promise<Paid> {
  const payer = createEvmPayer(url, 'ETH');
  await createSandbox(sandboxUrl).fund('ETH', payer.address, '2');
  const quote = await createPortageClient({ baseUrl: url }).quote({
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
  return { quoteId: quote.quoteId, hash: await payer.pay(route) };
}

async function finishedSwap(url: string, sandboxUrl: string): Promise<Paid> {
  const swap = await paidSwap(url, sandboxUrl);
  const client = createPortageClient({ baseUrl: url });
  const end = last(await follow(client, swap, createSandbox(sandboxUrl)));
  if (end.trackingStatus !== 'completed') throw new Error(`the swap ended ${end.trackingStatus}`);
  return swap;
}

const CROWD = 2000;

/** Measures what tracking an open swap costs the process where many ask at once. What is refused costs next to nothing. */
async function crowd({ url, process: { pid = 0 } }: OwnApp, swap: Paid): Promise<void> {
  const track = async (): Promise<boolean> => {
    const answer = await fetch(`${url}/v1/track`, { method: 'POST', body: JSON.stringify(swap) });
    await answer.arrayBuffer();
    return answer.ok;
  };
  for (let warmUp = 0; warmUp < CALLS; warmUp += 1) await track();
  const before = cpuMs(pid);
  const taken = await Promise.all(Array.from({ length: CROWD }, track));
  const answered = taken.filter(Boolean).length;
  console.log(
    `POST /v1/track, an open swap, ${CROWD} at once: ${ms((cpuMs(pid) - before) / answered)} of CPU each; ${answered} were answered, the others refused`,
  );
}

/** @param environment has `SANDBOX_URL`: proxies of this process would be as busy as the run makes it. */
async function withOwnApp(
  run: (app: OwnApp) => Promise<void>,
  environment: Record<string, string>,
  flags: readonly string[] = [],
): Promise<void> {
  const ownDir = mkdtempSync(join(tmpdir(), 'portage-bench-'));
  const own = await startOwnApp(ownDir, { ...SETTINGS, ...environment }, undefined, undefined, flags);
  try {
    await run(own);
  } finally {
    await own.stop();
    rmSync(ownDir, { recursive: true, force: true });
  }
}

/** Learns what the case requests from `proxies`; the measured app asks the sandbox itself, as the bare server does. */
async function cost(client: PortageClient, proxies: Proxies, one: Case, sandboxUrl: string): Promise<void> {
  for (const name of one.upstreams) proxies[name].reset();
  await answered(client, one);
  const bare = await startBareServer(one.upstreams.flatMap((name) => proxies[name].questions));
  const measure = async ({ url, process: { pid = 0 }, output }: OwnApp): Promise<void> => {
    const own = createPortageClient({ baseUrl: url });
    const quote = (number: number) => answered(own, { ...one, ask: { ...one.ask, sellAmount: soldAmount(number) } });
    await besideBare({ pid, printed: output, quote }, bare, one.name);
  };
  try {
    await withOwnApp(measure, { SANDBOX_URL: sandboxUrl, QUOTES_AT_ONCE: '1000' }, [TRACE_COLLECTIONS]);
  } finally {
    await bare.stop();
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'portage-bench-'));
const sandbox = await startOwnSandbox(dataDir);
const started = await Promise.all(
  NAMES.map((name) => startCountingProxy(`${sandbox.url}/${name}`, UPSTREAMS[name].path, UPSTREAM_DELAY_MS)),
);
/** This app is asked for hashes, never for quotes. */
const ethereum = await startCountingProxy(sandbox.url, '/no-quotes', 0);
const proxies = Object.fromEntries(NAMES.map((name, index) => [name, started[index]])) as Proxies;
const app = await startOwnApp(dataDir, {
  SANDBOX_URL: sandbox.url,
  ...SETTINGS,
  RPC_URL_ETH: `${ethereum.url}/rpc/eth`,
  ...Object.fromEntries(NAMES.map((name) => [UPSTREAMS[name].setting, proxies[name].url])),
});
try {
  const client = createPortageClient({ baseUrl: app.url });
  for (const one of isWanted('quotes') ? CASES : []) {
    for (let warmUp = 0; warmUp < 10; warmUp += 1) await answered(client, one);
    await quotes(client, proxies, one, 1);
    await quotes(client, proxies, one, 20);
    await firstRoutes(app.url, proxies, one);
  }
  if (isWanted('cost')) await cost(client, proxies, CROSS_CHAIN, sandbox.url);
  if (isWanted('start')) await measureStarts({ SANDBOX_URL: sandbox.url });
  for (const one of isWanted('legs') ? TWO_LEG_CASES : []) await besideItsLegs(client, proxies, one);
  if (isWanted('calls')) {
    const swap = await finishedSwap(app.url, sandbox.url);
    const bare = () => fetch(`${app.url}/v1/tokens`, { method: 'OPTIONS' }).then((answer) => answer.arrayBuffer());
    const read = (path: string, init?: RequestInit) => () =>
      fetch(app.url + path, init).then((answer) => answer.arrayBuffer());
    await against('GET /v1/tokens', read('/v1/tokens'), bare);
    await against('GET /v1/quote/{quoteId}', read(`/v1/quote/${swap.quoteId}`), bare);
    await against('POST /v1/track, finished', read('/v1/track', { method: 'POST', body: JSON.stringify(swap) }), bare);
    // The swap stays open for as long as no block is made.
    await createSandbox(sandbox.url).withHeldClock(async () => crowd(app, await paidSwap(app.url, sandbox.url)));
  }
  if (isWanted('hashes'))
    await besideReportedHashes(client, [...started, ethereum], () => finishedSwap(app.url, sandbox.url));
  // Callers of a burst have addresses of their own.
  if (isWanted('burst')) await withOwnApp(besideBursts, { SANDBOX_URL: sandbox.url, TRUSTED_PROXIES: '127.0.0.1' });
  if (isWanted('phone')) await besideSlowPhone(app.url);
} finally {
  await app.stop();
  await sandbox.stop();
  await Promise.all([...started, ethereum].map((proxy) => proxy.close()));
  rmSync(dataDir, { recursive: true, force: true });
}
