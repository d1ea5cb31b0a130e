import { describe, expect, it } from 'vitest';
import { isZero, parseTypedAmount, typable } from './parse-amount.ts';

describe('amounts as people type them', () => {
  it.each([
    ['0,5', '0.5'],
    ['0.5', '0.5'],
    ['.5', '0.5'],
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['1,000,000', '1000000'],
    ["1'000.5", '1000.5'],
    ['007', '7'],
    ['5.', '5'],
    ['1\u202f000,25', '1000.25'],
  ])('reads %s as %s', (typed, value) => {
    expect(parseTypedAmount(typed)).toEqual({ kind: 'amount', value });
  });
  it.each(['abc', '-1', '1e5', '.', ',', '0x10'])('does not take %s for a number', (typed) => {
    expect(parseTypedAmount(typed).kind).toBe('bad');
  });
  it('keeps nothing and zero apart', () => {
    expect(parseTypedAmount('  ').kind).toBe('empty');
    expect(isZero('0.000')).toBe(true);
    expect(isZero('0.001')).toBe(false);
  });
  it('drops what no amount holds while it is typed', () => {
    expect(typable('1e5-€0,5')).toBe('150,5');
  });
});
