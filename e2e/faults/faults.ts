/**
 * `npm run faults [-- UPSTREAM …]`: puts each upstream into each trouble that its emulator has, and compares quotes,
 * transactions, tracking, tokens and deposit channels with written expectations. Needs a build.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOwnApp } from '../support/own-app.ts';
import { createSandbox } from '../support/sandbox.ts';
import { wrongs } from './expectations.ts';
import { type Fault, MATRIX } from './matrix.ts';
import { type Answers, askAll, type Lost, paySwaps, type Swap } from './operations.ts';

const RECOVERY_MS = 20_000;
const PAUSE_MS = 250;

const wanted = process.argv.slice(2);
const cells = MATRIX.filter(({ target }) => wanted.length === 0 || wanted.includes(target));
const dataDir = mkdtempSync(join(tmpdir(), 'portage-faults-'));
const app = await startOwnApp(dataDir, {
  // Hanging calls are waited for.
  CREATE_TIMEOUT_MS: '20000',
  RATE_LIMIT: '100000000',
  ...{ CHAINFLIP_CHANNELS_MAX: '1000000', CHAINFLIP_CHANNELS_PER_CLIENT: '1000000' },
  ...{ ORDERS_MAX: '1000000', ORDERS_PER_CLIENT: '1000000', ONEINCH_RPS: '1000' },
});
const sandbox = createSandbox(app.sandboxUrl);

function listed(lost: Lost): string {
  const byCode = new Map<string, string[]>();
  for (const [id, code] of [...lost].sort()) byCode.set(code, [...(byCode.get(code) ?? []), id]);
  return [...byCode].map(([code, ids]) => `${code}: ${ids.join(' ')}`).join('; ');
}

/** What differs from the answers in calm; empty where nothing does. */
function notAsInCalm({ quote, tx, track, channel }: Answers, calm: Answers): string[] {
  const stale = [...track].filter(([, state]) => state.includes('stale')).map(([id]) => id);
  return [
    ...(listed(quote) === listed(calm.quote) ? [] : [`quote ${listed(quote)}`]),
    ...(listed(tx) === listed(calm.tx) ? [] : [`tx ${listed(tx)}`]),
    ...(channel === calm.channel ? [] : [`channel ${channel}`]),
    ...(stale.length === 0 ? [] : [`stale ${stale.join(' ')}`]),
  ];
}

/** The seconds until everything is as it was in calm, or what still differs after the time for that. */
async function recovery(calm: Answers, swaps: readonly Swap[]): Promise<{ seconds: number; differs: string[] }> {
  const started = performance.now();
  for (;;) {
    const differs = notAsInCalm(await askAll(app.url, swaps), calm);
    const ms = performance.now() - started;
    if (differs.length === 0 || ms > RECOVERY_MS) return { seconds: ms / 1000, differs };
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function cell(fault: Fault, calm: Answers, swaps: readonly Swap[]): Promise<string[]> {
  const answers = await sandbox.withFault(fault, () => askAll(app.url, swaps));
  const { seconds, differs } = await recovery(calm, swaps);
  const faults = [...wrongs(fault, answers, calm), ...differs.map((one) => `does not recover: ${one}`)];
  const stale = [...answers.track].filter(([, state]) => state.includes('stale'));
  console.log(
    [
      `${fault.target} ${fault.kind}`.padEnd(32),
      `quote ${listed(answers.quote) || 'all'}`,
      `tx ${listed(answers.tx) || 'all'}`,
      `track ${stale.length === 0 ? 'fresh' : `stale: ${stale.map(([id]) => id).join(' ')}`}`,
      `tokens ${answers.tokens}`,
      `channel ${answers.channel}`,
      `back in ${seconds.toFixed(1)} s`,
      ...faults.map((one) => `WRONG ${one}`),
    ].join(' | '),
  );
  return faults;
}

/** A list that an upstream in trouble has shortened is whole within a minute. */
const WHOLE_LIST_MS = 90_000;
let mostTokens = 0;

/** The answers in calm, once every list is loaded and whole: the first quotes may come before. */
async function inCalm(swaps: readonly Swap[]): Promise<Answers> {
  const until = performance.now() + WHOLE_LIST_MS;
  for (;;) {
    const calm = await askAll(app.url, swaps);
    mostTokens = Math.max(mostTokens, calm.tokens);
    if (calm.quote.size + calm.tx.size === 0 && calm.channel === '200' && calm.tokens === mostTokens) return calm;
    if (performance.now() > until)
      throw new Error(
        `in calm: ${listed(calm.quote)}; ${listed(calm.tx)}; channel ${calm.channel}; ${calm.tokens} tokens of ${mostTokens}`,
      );
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

let wrong = 0;
try {
  // So slow that no swap ends before the next upstream's turn, and so fast that channels open.
  await sandbox.control('clock', { speed: 10 });
  for (const target of new Set(cells.map((one) => one.target))) {
    const swaps = await paySwaps(app.url, sandbox);
    const calm = await inCalm(swaps);
    for (const fault of cells.filter((one) => one.target === target)) wrong += (await cell(fault, calm, swaps)).length;
  }
} finally {
  await app.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(`${cells.length} cells, ${wrong} against expectation`);
process.exit(wrong === 0 ? 0 : 1);
