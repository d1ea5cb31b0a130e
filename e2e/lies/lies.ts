/**
 * `npm run lies`: runs the built app in its sandbox, lies about every field of every payment, and prints what became of
 * each lie. It uses this machine alone, stops by itself, and fails where a lie was taken or an honest answer refused.
 * `npm run lies -- --no-browser` leaves out the page.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOwnApp } from '../support/own-app.ts';
import { createSandbox } from '../support/sandbox.ts';
import { startFalsifyingProxy } from './falsifying-proxy.ts';
import { honestPayments } from './honest.ts';
import { linesOf, type Row, summaryOf } from './matrix.ts';
import { refusedHonest, toldByTheApi } from './told-by-the-api.ts';
import { toldByUpstreams } from './told-by-upstreams.ts';
import { toldByWitnesses } from './told-by-witnesses.ts';
import { toldToThePage } from './told-to-the-page.ts';

/** Orders and channels of a day: each lie about one wants its own. */
const ENOUGH = {
  ORDERS_PER_CLIENT: '1000',
  ORDERS_MAX: '1000',
  CHAINFLIP_CHANNELS_PER_CLIENT: '1000',
  CHAINFLIP_CHANNELS_MAX: '1000',
};

const NOTHING = { rows: [], isWhole: true };

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** What was told to a program, and honest answers that were refused. */
async function toldToAProgram(folder: string): Promise<{ rows: Row[]; honest: string; refused: string[] }> {
  const app = await startOwnApp(folder, ENOUGH);
  const proxy = await startFalsifyingProxy(app.url);
  try {
    const sandbox = createSandbox(app.sandboxUrl);
    const payments = await honestPayments(app.url, sandbox);
    const refused = refusedHonest(payments);
    const rows = [
      ...(await toldByTheApi(proxy, payments)),
      ...toldByWitnesses(payments),
      ...(await toldByUpstreams(app.url, sandbox, payments)),
    ];
    const ids = new Set(payments.map(({ route }) => route.providers?.[0]));
    const honest = `Honest answers: ${payments.length} payments of ${ids.size} ids, ${refused.length} refused`;
    return { rows, honest, refused };
  } finally {
    await proxy.stop();
    await app.stop();
  }
}

async function main(): Promise<number> {
  if (!existsSync('.next/portage/server.js')) {
    say('There is no build yet: run npm run build first.');
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), 'portage-lies-'));
  try {
    const { rows: ofProgram, honest, refused } = await toldToAProgram(join(folder, 'data'));
    const ofPage = process.argv.includes('--no-browser') ? NOTHING : await toldToThePage(folder);
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
