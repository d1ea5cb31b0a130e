import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TooBusy } from '../../chain-clients/pace.ts';
import { cases } from '../../domain/test-effort.ts';
import { createRateLimit, RANKS, sharedRateLimit } from './rate-limit.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const live = () => new AbortController().signal;
const limitOf = (perSecond: number) => createRateLimit(perSecond, () => Date.now());
const order = () => {
  const done: string[] = [];
  return {
    done,
    note: (name: string, work: Promise<void>) =>
      work.then(
        () => done.push(name),
        (error) => done.push(`${name}: ${error instanceof Error ? error.name : error}`),
      ),
  };
};

describe('the request allowance', () => {
  it('makes the second request of a key with one a second wait for its turn', async () => {
    const limit = limitOf(1);
    const { done, note } = order();
    note('first', limit.turn({ signal: live(), budgetMs: 8000 }));
    note('second', limit.turn({ signal: live(), budgetMs: 8000 }));
    await vi.advanceTimersByTimeAsync(999);
    expect(done).toEqual(['first']);
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toEqual(['first', 'second']);
  });

  it('refuses at once a request that would come too late, instead of using up the quote’s time', async () => {
    const limit = limitOf(1);
    for (let i = 0; i < 3; i += 1) limit.turn({ signal: live(), budgetMs: 8000 });
    const error = await limit.turn({ signal: live(), budgetMs: 2500 }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TooBusy);
    expect(error).toMatchObject({ waitMs: 3000 });
  });

  it('serves quotes before prices and lists, however long these have waited', async () => {
    const limit = limitOf(1);
    const { done, note } = order();
    for (const [name, rank] of [
      ['now', RANKS.quote],
      ['list', RANKS.list],
      ['price', RANKS.price],
      ['quote', RANKS.quote],
    ] as const)
      note(name, limit.turn({ signal: live(), budgetMs: 60_000, rank }));
    await vi.advanceTimersByTimeAsync(3000);
    expect(done).toEqual(['now', 'quote', 'price', 'list']);
  });

  it('gives the place of an aborted request to the next one', async () => {
    const limit = limitOf(1);
    const { done, note } = order();
    const gone = new AbortController();
    note('first', limit.turn({ signal: live(), budgetMs: 8000 }));
    note('gone', limit.turn({ signal: gone.signal, budgetMs: 8000 }));
    note('third', limit.turn({ signal: live(), budgetMs: 8000 }));
    gone.abort(new Error('left'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(done).toEqual(['first', 'gone: Error', 'third']);
  });

  it('rests when the upstream demands it, for waiting and for new requests', async () => {
    const limit = limitOf(10);
    const { done, note } = order();
    limit.rest(5000);
    expect(await limit.turn({ signal: live(), budgetMs: 4000 }).catch((error: unknown) => error)).toBeInstanceOf(
      TooBusy,
    );
    note('patient', limit.turn({ signal: live(), budgetMs: 8000 }));
    await vi.advanceTimersByTimeAsync(4999);
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toEqual(['patient']);
  });

  it('never lets more through than the plan has, at any moment', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 30 }),
        async (perSecond, gaps) => {
          const limit = limitOf(perSecond);
          const went: number[] = [];
          for (const gap of gaps) {
            await vi.advanceTimersByTimeAsync(gap);
            limit.turn({ signal: live(), budgetMs: 1e9 }).then(() => went.push(Date.now()));
          }
          await vi.advanceTimersByTimeAsync(60_000);
          expect(went).toHaveLength(gaps.length);
          went.forEach((at, i) => {
            const before = went.slice(0, i + 1).filter((one) => one > at - 1000).length;
            expect(before).toBeLessThanOrEqual(perSecond);
          });
        },
      ),
      { numRuns: cases(30) },
    );
  });

  it('is shared by all who ask with the same key', () => {
    const now = () => Date.now();
    expect(sharedRateLimit('a key of this test', 1, now)).toBe(sharedRateLimit('a key of this test', 1, now));
    expect(sharedRateLimit('a key of this test', 1, now)).not.toBe(sharedRateLimit('another key of this test', 1, now));
  });
});
