/**
 * `npm run lies`: runs the built app in its sandbox, lies about every field of every payment, and prints what became of
 * each lie. It uses this machine alone, stops by itself, and fails where a lie was taken or an honest answer refused.
 * `npm run lies -- --only api|witnesses|switches|answers|page` tells the lies of one teller.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '../../lib/db/test-port.ts';
import { startOwnApp } from '../support/own-app.ts';
import { createSandbox } from '../support/sandbox.ts';
import { answerRows } from './answer-rows.ts';
import { apiRows, refusedHonest } from './api-rows.ts';
import { startFalsifyingProxy } from './falsifying-proxy.ts';
import { honestPayments } from './honest.ts';
import { startLyingUpstreams } from './lying-upstreams.ts';
import { linesOf, type Row, summaryOf } from './matrix.ts';
import { pageRows } from './page-rows.ts';
import { upstreamRows } from './upstream-rows.ts';
import { witnessRows } from './witness-rows.ts';

/** Orders and channels of a day, and points a minute: each lie about one wants its own. */
const ENOUGH = {
  RATE_LIMIT: '1000000',
  ORDERS_PER_CLIENT: '100000',
  ORDERS_MAX: '1000000',
  CHAINFLIP_CHANNELS_PER_CLIENT: '100000',
  CHAINFLIP_CHANNELS_MAX: '1000000',
};

const TELLERS = ['api', 'witnesses', 'switches', 'answers', 'page'] as const;
const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
const isWanted = (teller: (typeof TELLERS)[number]): boolean => only === undefined || only === teller;

/** How far above the sandbox's own port its second operator's nodes listen. */
const SECOND_OPERATOR = 100;

const NOTHING = { rows: [], isWhole: true };

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** What was told to a program, and honest answers that were refused. */
async function liesToAProgram(folder: string): Promise<{ rows: Row[]; honest: string; refused: string[] }> {
  const ports = { port: await freePort(), sandboxPort: await freePort() };
  const urlAt = (port: number): string => `http://127.0.0.1:${port}`;
  const upstreams = await startLyingUpstreams(urlAt(ports.sandboxPort), urlAt(ports.sandboxPort + SECOND_OPERATOR));
  const app = await startOwnApp(folder, { ...ENOUGH, ...upstreams.settings }, ports);
  const proxy = await startFalsifyingProxy(app.url);
  try {
    const sandbox = createSandbox(app.sandboxUrl);
    const payments = await honestPayments(app.url, sandbox);
    const refused = refusedHonest(payments);
    const rows = [
      ...(isWanted('api') ? await apiRows(proxy, payments) : []),
      ...(isWanted('witnesses') ? witnessRows(payments) : []),
      ...(isWanted('switches') ? await upstreamRows(app.url, sandbox, payments) : []),
      ...(isWanted('answers') ? await answerRows(app.url, upstreams, payments) : []),
    ];
    const ids = new Set(payments.map(({ route }) => route.providers?.[0]));
    const honest = `Honest answers: ${payments.length} payments of ${ids.size} ids, ${refused.length} refused`;
    return { rows, honest, refused };
  } finally {
    await proxy.stop();
    await app.stop();
    await upstreams.stop();
  }
}

async function main(): Promise<number> {
  if (!existsSync('.next/portage/server.js')) {
    say('There is no build yet: run npm run build first.');
    return 2;
  }
  if (only !== undefined && !TELLERS.some(isWanted)) {
    say(`--only takes one of ${TELLERS.join(', ')}.`);
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), 'portage-lies-'));
  try {
    const { rows: ofProgram, honest, refused } = await liesToAProgram(join(folder, 'data'));
    const ofPage = isWanted('page') ? await pageRows(folder) : NOTHING;
    const rows = [...ofProgram, ...ofPage.rows];
    for (const line of [...linesOf(rows), '', honest, ...refused, ...summaryOf(rows)]) say(line);
    if (!ofPage.isWhole) say('Not every journey in which the page is lied to came to its end: see above.');
    const isTaken = rows.some(({ outcome }) => outcome === 'accepted');
    return refused.length > 0 || isTaken || !ofPage.isWhole ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
