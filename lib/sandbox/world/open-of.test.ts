import { expect, it } from 'vitest';
import { openOf } from './open-of.ts';

it('what has ended is no longer looked at, and what is added is', () => {
  const all = [{ left: 1 }, { left: 0 }, { left: 2 }];
  const looked: object[] = [];
  const open = () =>
    openOf(all, (one) => {
      looked.push(one);
      return one.left > 0;
    });
  const [first, second, third] = all;
  expect(open()).toEqual([first, third]);
  if (first) first.left = 0;
  const fourth = { left: 1 };
  all.push(fourth);
  looked.length = 0;
  expect(open()).toEqual([third, fourth]);
  expect(looked).not.toContain(second);
  looked.length = 0;
  expect(open()).toEqual([third, fourth]);
  expect(looked).not.toContain(first);
});
