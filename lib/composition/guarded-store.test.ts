import { describe, expect, it } from 'vitest';
import { isProblem } from '../api/problem.ts';
import type { Store } from '../db/store.ts';
import { guardedStore } from './guarded-store.ts';

const SECRET = 'bc1qsecretaddress';

/** An error as Drizzle wraps it: its message holds statement and parameters. */
const failedQuery = (cause: { code?: string; message: string }) =>
  new Error(`Failed query: insert into quotes values ($1)\nparams: ${SECRET}`, {
    cause: Object.assign(new Error(cause.message), cause, { detail: SECRET }),
  });

function world(error: unknown) {
  const clock = { now: 0 };
  const lines: Record<string, unknown>[] = [];
  const deps = {
    log: (line: Record<string, unknown>) => void lines.push(line),
    monotonic: () => clock.now,
    where: 'the data folder /x',
  };
  const failing = { ping: () => Promise.reject(error), connections: () => ({ total: 1, idle: 1, waiting: 0 }) };
  const store = guardedStore(failing as unknown as Store, deps);
  return { clock, lines, store, fail: () => store.ping().catch((thrown: unknown) => thrown) };
}

describe('an unavailable database', () => {
  it.each([
    [
      'a full disk',
      failedQuery({ code: '53100', message: 'could not extend file: No space left on device' }),
      'no room left',
    ],
    [
      'a read-only disk',
      failedQuery({ code: '58030', message: 'could not write: Read-only file system' }),
      'for writing',
    ],
    [
      'a server that is gone',
      Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
      'look after',
    ],
    ['a connection that broke', new Error('Connection terminated unexpectedly'), 'look after'],
    ['a server that stops', failedQuery({ code: '57P01', message: 'terminating connection' }), 'look after'],
  ])('%s: 503 with Retry-After, and a line that says where and what to do', async (_what, error, advice) => {
    const { fail, lines } = world(error);
    const thrown = await fail();
    expect(isProblem(thrown) && [thrown.status, thrown.headers]).toEqual([503, { 'retry-after': '5' }]);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.advice).toContain(advice);
    expect(lines[0]?.advice).toContain('the data folder /x');
    expect(JSON.stringify([lines, thrown])).not.toMatch(new RegExp(`${SECRET}|insert into`));
  });

  it('is logged once a minute, with how often it happened', async () => {
    const { fail, lines, clock } = world(failedQuery({ code: '53100', message: 'full' }));
    for (let n = 0; n < 30; n += 1) await fail();
    expect(lines).toHaveLength(1);
    clock.now = 60_000;
    await fail();
    expect(lines.map(({ times }) => times)).toEqual([1, 30]);
  });
});

it('a wrong statement stays an error of ours, without the values to be stored', async () => {
  const { fail, lines } = world(failedQuery({ code: '23502', message: 'null value in column "id"' }));
  const thrown = await fail();
  expect(isProblem(thrown)).toBe(false);
  expect(thrown).toMatchObject({ message: 'the database refused ping: 23502 null value in column "id"' });
  expect(String((thrown as Error).stack) + JSON.stringify(lines)).not.toContain(SECRET);
});

it('other errors pass unchanged, and so do synchronous functions', async () => {
  const error = new Error('a stored channel has no route');
  const { fail, store } = world(error);
  expect(await fail()).toBe(error);
  expect(store.connections?.()).toEqual({ total: 1, idle: 1, waiting: 0 });
});
