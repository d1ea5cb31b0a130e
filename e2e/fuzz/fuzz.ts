/**
 * `npm run fuzz -- --seconds 120 --seed 7`: sends structured garbage to every path of a built app in its sandbox. Fails
 * at an answer of 500 and above that is no honest 503, at one that hangs, at a connection cut without an answer, and at
 * a log line of level error. The bytes of each finding are kept in test-results/fuzz. Needs a build.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { createPortageClient } from '../../lib/api/client.ts';
import { LTC_TO_RUNE } from '../support/accounts.ts';
import { startOwnApp } from '../support/own-app.ts';
import { type FuzzRequest, fuzzRequest } from './requests.ts';
import { type Reply, send } from './send.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '120' }, seed: { type: 'string' } } });
const seconds = Number(values.seconds);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6));
const AT_ONCE = 8;
const BATCH = 200;
const KEPT = 'test-results/fuzz';
const HASH = `0x${'ab'.repeat(32)}`;

/** What is wrong with an answer; undefined where nothing is. */
function faultOf({ status, late, head }: Reply): string | undefined {
  if (late) return 'no answer in 5 s';
  if (status === 0) return 'the connection ended without an answer';
  // A 503 must say when to retry, or that the chain's node is unavailable.
  const isHonest = status === 503 && /^content-type: application\/problem\+json/im.test(head);
  return status >= 500 && !isHonest ? `answered ${status}` : undefined;
}

const dataDir = mkdtempSync(join(tmpdir(), 'portage-fuzz-'));
// All requests have one address, and daily limits of channels are not under test here.
const app = await startOwnApp(dataDir, {
  LOG_LEVEL: 'error',
  RATE_LIMIT: '100000000',
  CHAINFLIP_CHANNELS_MAX: '1000000',
  CHAINFLIP_CHANNELS_PER_CLIENT: '1000000',
});
const port = Number(new URL(app.url).port);
const client = createPortageClient({ baseUrl: app.url });
const statuses = new Map<number, number>();
const found = new Map<string, { times: number; example: string }>();
const tried = new Set<string>();
// The output of the start belongs to no request.
let [sent, slowestMs, logged] = [0, 0, app.output().length];

/** Log lines since the last call. The server logs where it listens once it is ready, or a little later. */
function newLines(): string[] {
  const lines = app.output().slice(logged).split('\n');
  logged = app.output().length;
  return lines.filter((line) => line !== '' && !line.startsWith('Portage is at'));
}

function note(what: string, { path, bytes }: FuzzRequest): void {
  const key = `${path}: ${what}`;
  const known = found.get(key);
  if (known) {
    known.times += 1;
    return;
  }
  const example = join(KEPT, `${seed}-${found.size + 1}.txt`);
  mkdirSync(KEPT, { recursive: true });
  writeFileSync(example, bytes);
  found.set(key, { times: 1, example });
  console.log(`${key}: ${example}`);
}

async function one(request: FuzzRequest): Promise<void> {
  const reply = await send(port, request.bytes);
  sent += 1;
  tried.add(request.path);
  statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
  slowestMs = Math.max(slowestMs, reply.ms);
  const fault = faultOf(reply);
  if (fault !== undefined) note(fault, request);
  for (const line of newLines()) note(`logged ${line.slice(0, 300)}`, request);
}

const endsAt = Date.now() + seconds * 1000;
let failed = false;
try {
  const { quoteId } = await client.quote(LTC_TO_RUNE);
  const requests = fuzzRequest(`127.0.0.1:${port}`, { quoteId, hash: HASH });
  for (let batch = 0; Date.now() < endsAt; batch += 1) {
    const queue = fc.sample(requests, { numRuns: BATCH, seed: seed + batch });
    const worker = async (): Promise<void> => {
      for (let next = queue.pop(); next !== undefined && Date.now() < endsAt; next = queue.pop()) await one(next);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }
  const { routes } = await client.quote(LTC_TO_RUNE);
  failed = found.size > 0 || routes.length === 0;
} finally {
  await app.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
const byStatus = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${times} x ${status}`);
console.log(
  `seed ${seed}: ${sent} requests to ${tried.size} paths in ${seconds} s, ${AT_ONCE} at once; slowest ${Math.round(slowestMs)} ms\n` +
    `${byStatus.join(', ')}\n${found.size} kinds of faults, ${failed ? 'failed' : 'and quotes are answered as before'}`,
);
process.exit(failed ? 1 : 0);
