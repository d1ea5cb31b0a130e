import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { timeLimit } from './time-limit.ts';

setFlagsFromString('--expose_gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Keeps only the composite signal, as callers do. */
const within = (ms: number, caller: AbortSignal): AbortSignal => AbortSignal.any([caller, timeLimit(ms)]);

it('a wait that takes too long is ended, although garbage was collected meanwhile', async () => {
  const caller = new AbortController();
  const signal = within(300, within(60_000, caller.signal));
  const ended = new Promise<unknown>((resolve) => {
    signal.addEventListener('abort', () => resolve(signal.reason), { once: true });
  });
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  expect(await ended).toMatchObject({ name: 'TimeoutError' });
  expect(caller.signal.aborted).toBe(false);
});

it('a limit of many weeks does not end at once', async () => {
  const signal = timeLimit(Number.MAX_SAFE_INTEGER);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(signal.aborted).toBe(false);
});
