import { describe, expect, it } from 'vitest';
import { parseLocaleNumber } from '../ui/parse-locale-number.ts';
import { fittedSize, nextAmountText } from './amount-text.ts';

describe('the amount field', () => {
  it('drops a key that no number contains', () => {
    for (const key of ['e', '-', '€', 'x']) expect(nextAmountText('15', `1${key}5`, key)).toBe('15');
    expect(nextAmountText('', 'x', 'x')).toBe('');
  });
  it('accepts digits, both decimal signs and groups, in the digits of every language', () => {
    for (const key of ['5', '.', ',', ' ', '’', '٥', '۵', '５'])
      expect(nextAmountText('1', `1${key}`, key)).toBe(`1${key}`);
  });
  it.each(['1e5', '-15', '0.5 BTC', '$100', '1e-7'])('keeps pasted %s whole: it is refused, not misread', (pasted) => {
    // The paste may also replace text that it differs from by a single character.
    for (const before of ['', '15', '100'])
      for (const reported of [undefined, pasted]) expect(nextAmountText(before, pasted, reported)).toBe(pasted);
    expect(parseLocaleNumber(pasted, 'en').kind).toBe('bad');
  });
  it('can be emptied', () => {
    expect(nextAmountText('1e5', '1e', undefined)).toBe('1e');
    expect(nextAmountText('15', '', undefined)).toBe('');
  });
  it('shrinks long numbers, never below the size at which phones zoom', () => {
    expect(fittedSize('0.5')).toBe('text-[32px]');
    expect(fittedSize('1'.repeat(12))).toBe('text-[26.67px]');
    expect(fittedSize('1'.repeat(60))).toBe('text-[16px]');
  });
});
