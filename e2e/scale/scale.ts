/**
 * `npm run scale`: four instances behind nginx on one Postgres, with a thousand event streams and ten thousand open
 * swaps. One instance is killed (SIGKILL), one stopped, and the database restarted. Fails at an answer that a caller
 * never got, a stream that was not there again in time or never told the end, a swap that differs from what was paid
 * out, and an upstream that is asked about a swap twice in one interval. `npm run scale -- webhooks`: the same four
 * deliver the webhooks of a thousand swaps. Needs a build, and Debian's nginx.
 */
import { endsOf } from '../crash/verify.ts';
import { startCallers } from './callers.ts';
import { type Deployment, startDeployment } from './deployment.ts';
import { addOpenSwaps, OPEN_INTERVAL_MS, PAID_INTERVAL_MS, pollingOf } from './open-swaps.ts';
import { paySwaps } from './paid-swaps.ts';
import { openStreams, type Streams } from './streams.ts';
import { webhooks } from './webhooks.ts';

const INSTANCES = 4;
const STREAMS = 1000;
const OPEN_SWAPS = 10_000;
const PAID = 40;
const PHASE_MS = 20_000;
const MOST_RESUME_MS = 3000;
const LAST_WAIT_MS = 180_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const atRank = (sorted: readonly number[], rank: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * rank))] ?? Number.NaN;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** @returns what is wrong. */
async function kills(deployment: Deployment): Promise<string[]> {
  const { url, apps, postgres, sandbox, nginx } = deployment;
  const wrong: string[] = [];
  const ended = new AbortController();

  async function trouble(what: string, streams: Streams, make: () => Promise<void> | undefined): Promise<void> {
    streams.takeResumed();
    await make();
    await pause(PHASE_MS);
    const resumed = streams.takeResumed().sort((a, b) => a - b);
    const most = resumed.at(-1) ?? 0;
    const times = `again in ${seconds(atRank(resumed, 0.5))} (median), ${seconds(most)} (the last)`;
    console.log(`${what}: ${resumed.length} streams ended${resumed.length > 0 ? `, and were there ${times}` : ''}`);
    if (most > MOST_RESUME_MS) wrong.push(`${what}: a stream came again only after ${seconds(most)}`);
  }

  // The swaps stay under way until every stream has been through all troubles.
  await sandbox.control('fault', { target: 'thornode', kind: 'holdOutbounds', chain: 'BTC', on: true });
  const paid = await paySwaps(deployment, PAID);
  await addOpenSwaps(url, postgres.url, OPEN_SWAPS);
  const openedAt = performance.now();
  const streams = openStreams(url, paid, STREAMS, ended.signal);
  await streams.connected;
  console.log(
    `${STREAMS} streams of ${PAID} swaps, all at once: connected in ${seconds(performance.now() - openedAt)}`,
  );
  const callers = startCallers(url, paid);
  await trouble('nothing', streams, () => undefined);
  await trouble('one of four killed', streams, () => apps[0]?.kill());
  await trouble('one of three stopped', streams, () => apps[1]?.stop());
  await trouble('Postgres restarted', streams, () => postgres.restart());
  const calls = nginx.calls();

  await sandbox.control('faults/clear', {});
  const limit = setTimeout(() => ended.abort(), LAST_WAIT_MS);
  const states = await streams.ends();
  clearTimeout(limit);
  const completed = states.filter((state) => state?.trackingStatus === 'completed').length;
  console.log(`${completed} of ${STREAMS} streams told that their swap was completed`);
  if (completed < STREAMS) wrong.push(`${STREAMS - completed} streams did not`);

  await callers.stop();
  await callers.sendAgain();
  const { answered, lost, repeated } = callers;
  const counts = (list: Iterable<[string, number]>) =>
    [...list].map(([what, times]) => `${times} x ${what}`).join(', ');
  console.log(
    `answers: ${counts(Object.entries(answered))}; ${lost.length} lost; sent again after ${counts(repeated) || 'nothing'}, ` +
      `the longest wait ${seconds(callers.slowestMs())}; every creation had the same answer when it was sent again`,
  );
  wrong.push(...lost);

  const own = new Set(paid.map(({ hash }) => hash.replace(/^0x/, '').toLowerCase()));
  const open = pollingOf(calls, OPEN_INTERVAL_MS, (hash) => !own.has(hash));
  const live = pollingOf(calls, PAID_INTERVAL_MS, (hash) => own.has(hash));
  const roundMs = (OPEN_SWAPS / open.swaps) * open.duringMs;
  console.log(
    `${OPEN_SWAPS} open swaps: ${open.swaps} were looked at in ${seconds(open.duringMs)}, so that a round of all takes ` +
      `${seconds(roundMs)} instead of ${seconds(OPEN_INTERVAL_MS)}; ${open.tooEarly.length} times twice in one interval`,
  );
  console.log(
    `${PAID} paid swaps: their upstreams were asked every ${seconds(live.medianMs)} (median), ` +
      `${live.tooEarly.length} times twice in one interval`,
  );
  wrong.push(...open.tooEarly.slice(0, 3), ...live.tooEarly.slice(0, 3));

  const ends = await endsOf(url, sandbox, paid);
  console.log(`${ends.completed} payments completed as told, ${ends.wrong.length} otherwise`);
  return [...wrong, ...ends.wrong];
}

const parts = { kills, webhooks };
const wanted = process.argv.slice(2);
const wrong: string[] = [];
for (const [name, part] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const started = await startDeployment(INSTANCES);
  try {
    wrong.push(...(await part(started)));
  } finally {
    await started.stop();
  }
}
for (const what of wrong) console.log(`WRONG ${what}`);
console.log(wrong.length === 0 ? 'nothing was lost' : 'failed');
process.exit(wrong.length === 0 ? 0 : 1);
