/** Rows that come together are written together, and each caller learns of its own row alone. */
import { expect, it } from 'vitest';
import { inGroups } from './write-groups.ts';

const writer = (isBad: (row: number) => boolean = () => false) => {
  const groups: (readonly number[])[] = [];
  const write = inGroups<number>(async (rows) => {
    groups.push(rows);
    await Promise.resolve();
    if (rows.some(isBad)) throw new Error(`not ${rows.join()}`);
  });
  return { groups, write };
};

it('writes what comes in one round in one group, and what comes later in the next', async () => {
  const { groups, write } = writer();
  const first = [write(1), write(2), write(3)];
  const later = first[0]?.then(() => Promise.all([write(4), write(5)]));
  await Promise.all([...first, later]);
  expect(groups).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

it('does not keep a group waiting for one that hangs', async () => {
  const write = inGroups<number>((rows) => (rows.includes(1) ? new Promise(() => undefined) : Promise.resolve()));
  void write(1);
  await new Promise((resolve) => setImmediate(resolve));
  await expect(write(2)).resolves.toBeUndefined();
});

it('asks a database that is away once for all', async () => {
  const asked: number[] = [];
  const write = inGroups<number>(async (rows) => {
    asked.push(rows.length);
    throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
  });
  const ends = await Promise.allSettled([write(1), write(2)]);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(asked).toEqual([2]);
});

it('writes no more than 64 rows at once', async () => {
  const { groups, write } = writer();
  await Promise.all(Array.from({ length: 130 }, (_none, row) => write(row)));
  expect(groups.map((rows) => rows.length)).toEqual([64, 64, 2]);
});

it('fails a row that cannot be written, and no other of its group', async () => {
  const { write } = writer((row) => row === 2);
  const ends = await Promise.allSettled([write(1), write(2), write(3)]);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  await expect(write(4)).resolves.toBeUndefined();
});
