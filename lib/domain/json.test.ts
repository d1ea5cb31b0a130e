/** What is stored or signed as JSON comes back as it was: no amount becomes a text, and no text an amount. */
import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { parse, stringify } from './json.ts';

const anything = fc.anything({
  withBigInt: true,
  withNullPrototype: false,
  maxDepth: 4,
  key: fc.constantFrom('a', '$int', '$$int', '__proto__'),
  values: [fc.bigInt(), fc.string(), fc.boolean(), fc.integer(), fc.constant(null), fc.constant('12')],
});

test.prop([anything])('comes back equal', (value) => {
  expect(parse(stringify(value))).toEqual(value);
});

it('leaves what only looks like an amount', () => {
  for (const text of ['{"$int":"x"}', '{"$int":1}', '{"$int":"1","more":2}'])
    expect(parse(text)).toEqual(JSON.parse(text));
});
