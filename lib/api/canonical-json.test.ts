/**
 * Two programs that write the same answer write the same bytes; otherwise signatures of one would not verify in the
 * other.
 */

import { describe, expect, it } from 'vitest';
import { fc, property } from '../domain/test-property.ts';
import { canonicalJson } from './canonical-json.ts';

describe('canonical JSON', () => {
  it('is that of the examples in RFC 8785', () => {
    // RFC 8785, 3.2.2 and 3.2.3: literals, numbers, escapes, and the order of keys by UTF-16 code units.
    const first =
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}';
    expect(canonicalJson(JSON.parse(first))).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
    const keys =
      '{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\\ud83d\\ude00":"Emoji: Grinning Face","\\u0080":"Control","\\u00f6":"Latin Small Letter O With Diaeresis"}';
    const order = [...canonicalJson(JSON.parse(keys)).matchAll(/:"([^"]+)"/g)].map(([, name]) => name);
    expect(order).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it('writes numbers as appendix B of RFC 8785 has them', () => {
    const samples: [number, string][] = [
      [-0, '0'],
      [5e-324, '5e-324'],
      [1.7976931348623157e308, '1.7976931348623157e+308'],
      [9007199254740992, '9007199254740992'],
      [295147905179352830000, '295147905179352830000'],
      [9.999999999999997e22, '9.999999999999997e+22'],
      [0.000001, '0.000001'],
      [333333333.3333332, '333333333.3333332'],
    ];
    for (const [number, text] of samples) expect(canonicalJson(number)).toBe(text);
  });

  it('refuses values that are not JSON', () => {
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, 1n, undefined, '\ud800', { '\udead': 1 }])
      expect(() => canonicalJson(wrong)).toThrow(TypeError);
  });

  property([fc.jsonValue()])('does not depend on the order in which keys were written', (value) => {
    const turned = (item: unknown): unknown =>
      Array.isArray(item)
        ? item.map(turned)
        : typeof item === 'object' && item !== null
          ? Object.fromEntries(
              Object.entries(item)
                .reverse()
                .map(([key, inner]) => [key, turned(inner)]),
            )
          : item;
    const text = canonicalJson(JSON.parse(JSON.stringify(value)));
    expect(canonicalJson(turned(JSON.parse(JSON.stringify(value))))).toBe(text);
    expect(canonicalJson(JSON.parse(text))).toBe(text);
  });
});
