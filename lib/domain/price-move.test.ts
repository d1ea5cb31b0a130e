/** A payer never signs for less than they agreed to, and small price movements do not ask for consent again. */
import { describe, expect, test } from 'vitest';
import { needsConsent, offersLess } from './price-move.ts';

const AGREED = { expected: '100', guaranteed: '98' };
const price = (expected: string, guaranteed: string) => ({ expected, guaranteed });

describe('a consent is needed', () => {
  test.each([
    ['a guarantee falls by its last digit', price('100', '97.999999999999999999'), true],
    ['an expectation falls by more than 0.1 %', price('99.899999999999999999', '98'), true],
    ['it falls by a tenth', price('90', '88.2'), true],
    ['what is gained in expectation is lost in the guarantee', price('120', '97'), true],
  ])('where %s', (_name, now, needed) => {
    expect(needsConsent(AGREED, now)).toBe(needed);
  });
  test.each([
    ['an expectation falls by 0.1 %', price('99.9', '98')],
    ['nothing moves, however it is written', price('100.000', '98.0')],
    ['both rise', price('110', '107.8')],
  ])('not where %s', (_name, now) => {
    expect(needsConsent(AGREED, now)).toBe(false);
  });
  test('not when no guarantee was given and none is', () => {
    expect(needsConsent(price('5', '0'), price('5', '0'))).toBe(false);
    expect(needsConsent(price('0', '0'), price('0', '0'))).toBe(false);
  });
});

describe('a route that was only chosen', () => {
  test('may fall by 0.1 % in both values, and no further in either', () => {
    expect(offersLess(AGREED, price('99.9', '97.902'))).toBe(false);
    expect(offersLess(AGREED, price('99.89', '98'))).toBe(true);
    expect(offersLess(AGREED, price('100', '97.9'))).toBe(true);
    expect(offersLess(AGREED, price('101', '99'))).toBe(false);
  });
});
