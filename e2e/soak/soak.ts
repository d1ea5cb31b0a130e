/**
 * `npm run soak -- --minutes 5`: a steady load of quotes, channels, payments, trackers and pages, while memory, heap,
 * handles, folder and event loop are sampled. Fails at a connection error, an answer of 500 and above, and handles that
 * grow. The rest is for the reader, since five minutes are short for a slope. Needs a build.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createPortageClient } from '../../lib/api/client.ts';
import { LTC_TO_RUNE, NEWCOMER } from '../support/accounts.ts';
import { createEvmPayer } from '../support/evm-payer.ts';
import { startOwnApp } from '../support/own-app.ts';
import { startOwnSandbox } from '../support/own-sandbox.ts';
import { createSandbox } from '../support/sandbox.ts';
import { level, MEASURES, rise, type Sample, slope, takeSample } from './samples.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } });
const runMs = Number(values.minutes) * 60_000;
const SAMPLE_MS = 2000;
/** First loads and filling caches are not counted. */
const WARM_UP_MS = Math.min(60_000, runMs / 4);
const TRACKERS = 30;
const MOST_MORE_HANDLES = 20;

const dataDir = mkdtempSync(join(tmpdir(), 'portage-soak-'));
const sandbox = await startOwnSandbox(dataDir);
const app = await startOwnApp(dataDir, {
  SANDBOX_URL: sandbox.url,
  RATE_LIMIT: '100000000',
  STREAMS_PER_CALLER: String(TRACKERS * 2),
});
const pid = app.process.pid ?? 0;
const client = createPortageClient({ baseUrl: app.url });
const payer = createEvmPayer(app.url, 'ETH');
const statuses = new Map<string, number>();
const paid: { quoteId: string; hash: string }[] = [];
let stopped = false;

const noteStatus = (what: string): void => void statuses.set(what, (statuses.get(what) ?? 0) + 1);

/** Refused under load, with the time to retry: no fault. */
const isShed = (what: string): boolean => /^503|Try again in/.test(what);

/** The error's own code where the connection broke, which is what a soak looks for. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  return code ?? (error instanceof Error ? error.message.slice(0, 80) : String(error));
}

async function every(ms: number, run: () => Promise<unknown>): Promise<void> {
  while (!stopped) {
    const started = performance.now();
    await run().catch((error: unknown) => stopped || noteStatus(`error ${codeOf(error)}`));
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, ms - (performance.now() - started))));
  }
}

async function ask(path: string, body?: unknown): Promise<void> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(app.url + path, init);
  await answer.arrayBuffer();
  noteStatus(String(answer.status));
}

async function pay(): Promise<void> {
  const { quoteId, routes } = await client.quote({
    ...{ sellAsset: 'ETH.ETH', buyAsset: 'BTC.BTC', sellAmount: '0.2', slippage: 10, includeTx: true },
    ...{ sourceAddress: payer.address, destinationAddress: NEWCOMER.BTC, providers: ['THORCHAIN'] },
  });
  const [route] = routes;
  if (!route) throw new Error('no route');
  const hash = await payer.pay(route);
  await client.track({ quoteId, hash });
  paid.push({ quoteId, hash });
  noteStatus('paid');
}

/** Each follows one of the last swaps, and then another. */
async function listen(one: number): Promise<void> {
  const swap = paid.at(-1 - (one % 8));
  if (!swap) return;
  const signal = AbortSignal.timeout(20_000);
  try {
    for await (const _state of client.trackStream(swap, { signal })) if (stopped) break;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  noteStatus('streams');
}

const samples: Sample[] = [];
let failed = true;
try {
  await createSandbox(sandbox.url).fund('ETH', payer.address, '100000');
  const loops = Promise.all([
    every(250, () => ask('/v1/quote', LTC_TO_RUNE)),
    every(1000, () => ask('/v1/quote', { sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '0.1', slippage: 3 })),
    every(1000, () => ask('/')),
    every(1000, () => ask('/v1/tokens?search=usd')),
    // An idle time close to Node's default, at which connections were seen to end.
    every(5000, () => ask('/v1/providers')),
    every(3000, pay),
    ...Array.from({ length: TRACKERS }, (_, one) => every(4000, () => listen(one))),
  ]);
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
  const startedMs = performance.now();
  while (performance.now() < startedMs + runMs - WARM_UP_MS) {
    const sample = await takeSample(app.url, pid, join(dataDir, 'db'));
    if (sample) samples.push(sample);
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
  }
  stopped = true;
  await loops;
  const cpu = slope(samples, 'cpuSeconds') / 3600;
  for (const measure of MEASURES)
    console.log(
      `${measure}: ${level(samples, measure).toFixed(1)} on average, last quarter ${rise(samples, measure).toFixed(1)} above the first, ` +
        `${slope(samples, measure).toFixed(1)} an hour by least squares`,
    );
  console.log(
    `${values.minutes} minutes, ${samples.length} samples, ${(cpu * 100).toFixed(0)} % of a core: ` +
      [...statuses].map(([what, times]) => `${times} x ${what}`).join(', '),
  );
  const bad = [...statuses.keys()].filter((what) => /^error|^5/.test(what) && !isShed(what));
  failed = bad.length > 0 || rise(samples, 'handles') > MOST_MORE_HANDLES || !(level(samples, 'memoryMB') > 0);
  console.log(
    failed ? `failed: ${bad.join(', ') || 'handles grow'}` : 'no connection error, no answer of 500 and above',
  );
} finally {
  await app.stop();
  await sandbox.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
