import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Difference, differenceOf, withDifference } from './difference.ts';
import { marked, unmarked } from './json.ts';

const leaf = fc.oneof(fc.string(), fc.bigInt(), fc.boolean(), fc.constant(null), fc.integer());
/** Few keys, so that two values have some in common. */
const key = fc.constantFrom('a', 'b', 'legs', '0', '$int');
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { noNullPrototype: true }),
  ),
})).value;

it('turns the one value into the other, also after it was JSON', () => {
  fc.assert(
    fc.property(value, value, (from, to) => {
      const difference = differenceOf(from, to);
      expect(withDifference(from, difference)).toEqual(to);
      const sent = JSON.parse(JSON.stringify({ difference: marked(difference) ?? null })) as { difference: unknown };
      const read = sent.difference === null ? undefined : (unmarked(sent.difference) as Difference);
      expect(withDifference(from, read)).toEqual(to);
    }),
  );
});

it('is undefined for equal values, and names no more than what differs', () => {
  const legs = [{ sell: 1n, fees: [] }, { sell: 2n }];
  expect(differenceOf({ legs, memo: undefined }, structuredClone({ legs }))).toBeUndefined();
  expect(differenceOf({ legs, memo: 'm' }, { legs: [legs[0], { sell: 3n }, 'x'], tag: null })).toEqual({
    legs: { 1: { sell: [3n] }, 2: ['x'] },
    memo: [],
    tag: [null],
  });
});
