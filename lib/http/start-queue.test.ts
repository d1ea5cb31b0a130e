/** Under a burst no request waits long: what cannot be started in time is refused at once, and callers take turns. */
import { describe, expect, it } from 'vitest';
import { isProblem } from '../api/problem.ts';
import { createStartQueue, LONGEST_WAIT_FOR_PAGES_MS } from './start-queue.ts';

/** A simulated event loop, in which each start takes `costMs`. */
function loop(costMs: number) {
  const state = { now: 0, rounds: [] as (() => void)[] };
  const queue = createStartQueue({ now: () => state.now, nextRound: (work) => void state.rounds.push(work) });
  const started: { caller: string; at: number }[] = [];
  const refused: number[] = [];
  /** Once the promises have run, `started` and `refused` show whether the request starts, waits, or is refused. */
  const enter = (caller: string, gone = () => false, longestWaitMs?: number): void => {
    const enteredAt = state.now;
    queue.enter(caller, gone, longestWaitMs).then(
      () => {
        started.push({ caller, at: state.now - enteredAt });
        state.now += costMs;
      },
      (error: unknown) => refused.push(isProblem(error) && error.headers['retry-after'] === '1' ? error.status : 0),
    );
  };
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const turn = async () => {
    await settle();
    state.now += 1;
    for (const work of state.rounds.splice(0)) work();
    await settle();
  };
  const drain = async () => {
    while (queue.length() > 0) await turn();
    await turn();
  };
  return { queue, state, started, refused, enter, turn, drain, settle };
}

describe('the queue of starts', () => {
  it('starts a request at once while there are few', async () => {
    const { enter, started, turn, settle } = loop(0);
    for (let n = 0; n < 50; n += 1) {
      enter('a');
      await settle();
      expect(started).toHaveLength(n + 1);
      await turn();
      await turn();
    }
  });

  it('starts or refuses each of 2,000 at once, none of them after more than two and a half seconds', async () => {
    const { enter, started, refused, drain } = loop(5);
    for (let n = 0; n < 2000; n += 1) enter(`caller ${n}`);
    await drain();
    expect(started.length + refused.length).toBe(2000);
    expect(refused.length).toBeGreaterThan(1000);
    expect(new Set(refused)).toEqual(new Set([503]));
    expect(Math.max(...started.map(({ at }) => at))).toBeLessThan(2600);
    // The first burst gave an estimate for the next one: most are refused at once.
    started.length = 0;
    enter('again');
    await drain();
    expect(started).toHaveLength(1);
  });

  it('lets the files of a page wait where another request is refused', async () => {
    const { enter, started, refused, drain } = loop(50);
    for (let n = 0; n < 100; n += 1) enter('a page', undefined, LONGEST_WAIT_FOR_PAGES_MS);
    await drain();
    expect([started.length, refused.length]).toEqual([100, 0]);
    for (let n = 0; n < 100; n += 1) enter('a program');
    await drain();
    expect(refused.length).toBeGreaterThan(0);
  });

  it('gives a second caller its turn while the first has hundreds waiting', async () => {
    const { enter, started, turn, drain } = loop(5);
    for (let n = 0; n < 500; n += 1) enter('greedy');
    await turn();
    started.length = 0;
    enter('other');
    while (!started.some(({ caller }) => caller === 'other')) await turn();
    expect(started.length).toBeLessThan(20);
    await drain();
  });

  it('starts nothing for a client that has left', async () => {
    const { enter, started, drain } = loop(30);
    for (let n = 0; n < 10; n += 1) enter('a', () => n > 2);
    await drain();
    expect(started.length).toBeLessThanOrEqual(3);
  });
});
