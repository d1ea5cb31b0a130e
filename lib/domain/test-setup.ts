/**
 * Prepares every test file and cleans up behind it. Everyday runs try the same few cases of each property, long runs
 * many new ones. Timers that a file leaves behind are cleared, since the files of a worker share one process and its
 * clock.
 */
import fc from 'fast-check';
import { afterAll } from 'vitest';
import { cases, LONG_RUN } from './test-effort.ts';

fc.configureGlobal({ numRuns: cases(25), ...(LONG_RUN ? {} : { seed: 20_261_122 }) });

const timers = new Set<NodeJS.Timeout>();
const realSetTimeout = globalThis.setTimeout;
globalThis.setTimeout = new Proxy(realSetTimeout, {
  apply(target, self, args) {
    const timer = Reflect.apply(target, self, args);
    timers.add(timer);
    return timer;
  },
});

afterAll(() => {
  globalThis.setTimeout = realSetTimeout;
  for (const timer of timers) clearTimeout(timer);
});
