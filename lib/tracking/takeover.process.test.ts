/**
 * Several instances on one Postgres: one of them at a time observes a swap, and the others take over once it is dead.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Store } from '../db/store.ts';
import { withTestPostgres } from '../db/test-database.ts';
import { LONG_RUN } from '../domain/test-effort.ts';
import { draftOf, saveQuote } from './test-world.ts';

const postgres = withTestPostgres();
let store: Store;
beforeAll(async () => {
  store = await postgres.open();
});
afterAll(() => store.close());

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

type Mode = 'hangs' | 'settles' | 'waits';

/** An instance; `looks` lists the swaps it observed, `until` waits for more of them. */
function instance(mode: Mode, hashes: readonly string[]) {
  const script = join(import.meta.dirname, 'test-observer.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, postgres.url, mode, ...hashes], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  const lines: string[] = [];
  let rest = '';
  const waiting: (() => void)[] = [];
  child.stdout.on('data', (chunk) => {
    const pieces = (rest + chunk).split('\n');
    rest = pieces.pop() ?? '';
    lines.push(...pieces);
    for (const wake of waiting.splice(0)) wake();
  });
  const until = async (done: (lines: string[]) => boolean) => {
    while (!done(lines)) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return { child, until, ended, looks: () => lines.slice(1) };
}

let count = 0;
async function paidSwaps(number: number): Promise<string[]> {
  const hashes: string[] = [];
  for (let n = 0; n < number; n += 1) {
    count += 1;
    const hash = count.toString(16).padStart(64, '0');
    const quoteId = await saveQuote(store, [draftOf()], Date.now());
    await store.recordSwap({ quoteId, routeIndex: 0, hash, chain: 'BTC', now: Date.now() });
    hashes.push(hash);
  }
  return hashes;
}

const statuses = async (hashes: readonly string[]) =>
  Promise.all(hashes.map(async (hash) => (await store.findNewestSwapByHash(hash))?.status));

it('share the swaps: each look is made by one of them', async () => {
  const hashes = await paidSwaps(24);
  const both = [instance('waits', hashes), instance('waits', hashes)];
  const rounds = LONG_RUN ? 3 : 1;
  await Promise.all(both.map(({ until }) => until((lines) => lines.length > 24 * rounds)));
  const looks = both.flatMap((one) => one.looks());
  expect(new Set(looks).size).toBe(looks.length);
  for (const hash of hashes) expect(looks.some((look) => look.startsWith(hash))).toBe(true);
  for (const { child, ended } of both) {
    child.kill('SIGKILL');
    await ended;
  }
  for (const hash of hashes) await store.setSwapStatus((await store.findNewestSwapByHash(hash))?.id ?? '', 'failed');
});

it('take over the swaps of one that was killed', async () => {
  const hashes = await paidSwaps(6);
  const first = instance('hangs', hashes);
  // Every swap is in the middle of a look that will never end.
  await first.until((lines) => lines.length > hashes.length);
  const second = instance('settles', hashes);
  await second.until((lines) => lines.includes('observing'));
  first.child.kill('SIGKILL');
  await first.ended;
  await second.until((lines) => hashes.every((hash) => lines.some((line) => line.startsWith(hash))));
  await vi.waitFor(async () => expect(new Set(await statuses(hashes))).toEqual(new Set(['completed'])), 60_000);
});
