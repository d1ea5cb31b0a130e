/**
 * `npm run crash -- --rounds 6`: kills the app, its sandbox and both (SIGKILL) under load, in turn, that many times
 * with the embedded database, whose disk refuses every write for a while in each round, and as often with Postgres. Fails
 * where anything acknowledged is lost, or a payment is made twice or differs from what was reported. Needs a build.
 */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freshFolder, letWrite, removeFolders } from '../../lib/db/test-folders.ts';
import { freePort } from '../../lib/db/test-port.ts';
import { startPostgres } from '../../lib/db/test-postgres.ts';
import { pause } from '../../lib/domain/waiting.ts';
import { type OwnApp, startOwnApp } from '../support/own-app.ts';
import { startOwnSandbox } from '../support/own-sandbox.ts';
import { createSandbox } from '../support/sandbox.ts';
import { type Acknowledged, type Load, startLoad } from './load.ts';
import { endsOf, lostOf } from './verify.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '6' } } });
const ROUNDS = Number(values.rounds);
const KINDS = ['app', 'sandbox', 'both'] as const;
/** How long the load lasts before the kill: a different moment each round, the same in each run. */
const loadMs = (round: number): number => 2500 + ((round * 777) % 2000);
/** How long the disk refuses to be written, and the longest time until quotes are answered again. */
const REFUSED_MS = 1500;
const RECOVERY_MS = 20_000;
const median = (list: number[]): number => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;

/** Resolves when quotes are answered again. */
async function withFailingDisk(app: OwnApp, load: Load): Promise<void> {
  if (process.platform !== 'linux') return;
  letWrite(app.process, false);
  await pause(REFUSED_MS);
  letWrite(app.process, true);
  const answered = load.acknowledged.quotes.size;
  const until = performance.now() + RECOVERY_MS;
  while (load.acknowledged.quotes.size === answered) {
    if (performance.now() > until) throw new Error('no quote was answered after the disk could be written again');
    await pause(50);
  }
}

/** @returns whether nothing was lost and every payment was as reported. */
async function rounds(name: string, database: Record<string, string>, hasFailingDisk: boolean): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portage-crash-'));
  const ports = { port: await freePort(), sandboxPort: await freePort() };
  let sandbox = await startOwnSandbox(dataDir, ports.sandboxPort);
  const environment = {
    SANDBOX_URL: sandbox.url,
    RATE_LIMIT: '100000000',
    CHAINFLIP_CHANNELS_MAX: '1000000',
    CHAINFLIP_CHANNELS_PER_CLIENT: '1000000',
    ...database,
  };
  let app = await startOwnApp(dataDir, environment, ports);
  const all: Acknowledged = { quotes: new Map(), channels: [], payments: [] };
  const lost: string[] = [];
  const backMs: number[] = [];
  let cut = 0;
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const kind = KINDS[round % KINDS.length] ?? 'app';
      const load = startLoad(app.url, sandbox.url);
      await pause(loadMs(round));
      if (hasFailingDisk) await withFailingDisk(app, load);
      const killed = performance.now();
      await Promise.all([kind !== 'sandbox' && app.kill(), kind !== 'app' && sandbox.kill()]);
      await load.stop();
      if (kind !== 'app') sandbox = await startOwnSandbox(dataDir, ports.sandboxPort);
      if (kind !== 'sandbox') app = await startOwnApp(dataDir, environment, ports);
      backMs.push(performance.now() - killed);
      const { quotes, channels, payments } = load.acknowledged;
      lost.push(...(await lostOf(app.url, load.acknowledged)));
      for (const [quoteId, text] of quotes) all.quotes.set(quoteId, text);
      all.channels.push(...channels);
      all.payments.push(...payments);
      cut += load.cut;
      lost.push(...load.odd);
      console.log(
        `${name}, round ${round + 1}, ${kind}: ${quotes.size} quotes, ${channels.length} channels, ${payments.length} payments acknowledged, ${load.cut} calls cut off or refused`,
      );
    }
    // Verified again over all rounds, since a later crash may destroy what an earlier one has left.
    lost.push(...(await lostOf(app.url, all)));
    const ends = await endsOf(app.url, createSandbox(sandbox.url), all.payments);
    for (const what of [...new Set([...lost, ...ends.wrong])]) console.log(`WRONG ${what}`);
    console.log(
      `${name}: ${ROUNDS} kills, back after ${(median(backMs) / 1000).toFixed(1)} s (median); acknowledged ${all.quotes.size} quotes, ` +
        `${all.channels.length} channels, ${all.payments.length} payments; ${cut} calls cut off or refused; lost ${new Set(lost).size}; ` +
        `${ends.completed} payments completed as told, ${ends.wrong.length} otherwise`,
    );
    return lost.length + ends.wrong.length === 0 && all.quotes.size > 0 && all.payments.length > 0;
  } finally {
    await app.stop();
    await sandbox.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const postgres = await startPostgres(freshFolder(), await freePort());
try {
  const embedded = await rounds('embedded database', {}, true);
  const shared = await rounds('Postgres', { DATABASE_URL: postgres.url }, false);
  process.exitCode = embedded && shared ? 0 : 1;
} finally {
  await postgres.stop();
  await removeFolders();
}
