/** Instances that find the same swaps due share them instead of looking at the same ones. */
import { expect, it } from 'vitest';
import { drawn } from './observer.ts';

const DUE = Array.from({ length: 256 }, (_none, number) => number);

it('draws as many due swaps as wanted, each once and the longest overdue first; all of few', () => {
  const some = drawn(DUE, 64);
  expect(some).toHaveLength(64);
  expect(some).toEqual([...new Set(some)].sort((a, b) => a - b));
  expect(drawn(DUE, 256)).toEqual(DUE);
  expect(drawn([3, 1], 64)).toEqual([3, 1]);
});

it('leaves no due swap out for long', () => {
  const seen = new Set<number>();
  for (let round = 0; round < 200; round += 1) for (const one of drawn(DUE, 64)) seen.add(one);
  expect(seen.size).toBe(DUE.length);
});
