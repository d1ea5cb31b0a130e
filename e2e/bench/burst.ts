/**
 * Measures how a stranger's burst affects other callers: liveness, another caller's quotes and the server's memory,
 * from a process of its own, because the one that makes the burst is busy.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createPortageClient } from '../../lib/api/client.ts';
import { LTC_TO_RUNE } from '../support/accounts.ts';
import type { OwnApp } from '../support/own-app.ts';
import type { Seen } from './onlooker.ts';

const STRANGER = { 'x-forwarded-for': '192.0.2.1' };
const TRACKS = 2000;
const QUOTES = 500;
const LARGE_A_SECOND = 9;
const LARGE_SECONDS = 10;
/** Cheap to send: thirty thousand provider ids that do not exist. */
const LARGE = JSON.stringify({ ...LTC_TO_RUNE, providers: Array.from({ length: 30_000 }, () => 0) });

const atRank = (values: readonly number[], rank: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * rank))] ?? Number.NaN;
const figures = (values: readonly number[]): string =>
  `p50 ${atRank(values, 0.5).toFixed(0)} ms, p99 ${atRank(values, 0.99).toFixed(0)} ms, most ${Math.max(...values).toFixed(0)} ms`;

const residentMB = ({ process: { pid } }: OwnApp): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;

async function observed(onlooker: ChildProcess): Promise<Seen> {
  const said = once(onlooker, 'message');
  onlooker.send('stop');
  const [seen] = await said;
  return seen as Seen;
}

/** A broken connection counts as an answer. */
type Answer = Pick<Response, 'status' | 'headers'> | string;

const textOf = (answer: Answer): string =>
  typeof answer === 'string'
    ? answer
    : `${answer.status}${answer.status === 503 && !answer.headers.has('retry-after') ? ' WITHOUT Retry-After' : ''}`;

async function beside(name: string, app: OwnApp, burst: () => Promise<Answer[]>): Promise<void> {
  const onlooker = fork('e2e/bench/onlooker.ts', [app.url], { execArgv: ['--import', 'tsx'] });
  await once(onlooker, 'message');
  let mostMB = 0;
  const watch = setInterval(() => {
    mostMB = Math.max(mostMB, residentMB(app));
  }, 50);
  const started = performance.now();
  const answers = await burst();
  const seconds = (performance.now() - started) / 1000;
  const { liveMs, quoteMs, refused, failed } = await observed(onlooker);
  clearInterval(watch);
  const statuses = new Map<string, number>();
  for (const what of answers.map(textOf)) statuses.set(what, (statuses.get(what) ?? 0) + 1);
  console.log(
    `${name}: ${[...statuses].map(([status, times]) => `${times} x ${status}`).join(', ')} in ${seconds.toFixed(1)} s; ` +
      `/health/live ${figures(liveMs)}; another caller's quotes ${figures(quoteMs)} (${quoteMs.length} answered, ` +
      `${refused} refused with Retry-After, ${failed} otherwise); memory at most ${mostMB.toFixed(0)} MB`,
  );
}

/** @param app with `TRUSTED_PROXIES`, so that callers can have addresses of their own. */
export async function besideBursts(app: OwnApp): Promise<void> {
  const post = async (path: string, body: string): Promise<Answer> => {
    try {
      const answer = await fetch(app.url + path, { method: 'POST', headers: STRANGER, body });
      await answer.arrayBuffer();
      return answer;
    } catch (error) {
      return `connection error (${error instanceof Error ? String(error.cause ?? error) : error})`;
    }
  };
  const { quoteId } = await createPortageClient({ baseUrl: app.url }).quote(LTC_TO_RUNE);
  const together = (times: number, path: string, body: (one: number) => unknown) => () =>
    Promise.all(Array.from({ length: times }, (_, one) => post(path, JSON.stringify(body(one)))));
  const hash = (one: number): string => one.toString(16).padStart(64, 'b');
  await beside(
    `${TRACKS} tracks at once`,
    app,
    together(TRACKS, '/v1/track', (one) => ({ quoteId, hash: hash(one) })),
  );
  await beside(
    `${QUOTES} quotes at once`,
    app,
    together(QUOTES, '/v1/quote', () => LTC_TO_RUNE),
  );
  await beside(`${LARGE_A_SECOND} bodies of ${Math.round(LARGE.length / 1000)} kB a second`, app, async () => {
    const answers: Promise<Answer>[] = [];
    for (let sent = 0; sent < LARGE_A_SECOND * LARGE_SECONDS; sent += 1) {
      answers.push(post('/v1/quote', LARGE));
      await new Promise((resolve) => setTimeout(resolve, 1000 / LARGE_A_SECOND));
    }
    return Promise.all(answers);
  });
}
