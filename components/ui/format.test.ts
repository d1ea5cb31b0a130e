import { describe, expect, it } from 'vitest';
import { fc, property } from '../../lib/domain/test-property.ts';
import {
  clock,
  duration,
  fullAmount,
  groupsOfFour,
  percent,
  relativeTime,
  shortAmount,
  shortText,
  usd,
} from './format.ts';

const EN = 'en-US';

describe('amounts', () => {
  it.each([
    ['0', '0'],
    ['0.000', '0'],
    ['15.07164213', '15.0716'],
    ['1234567.891', '1,234,567'],
    ['999999.9', '999,999'],
    ['0.5', '0.5'],
    ['0.00012345678', '0.000123456'],
    ['0.00009999', '<0.0001'],
    ['0.00000000000000000000001', '<0.0001'],
    ['100', '100'],
  ])('show %s as %s: six digits, cut, never an exponent', (given, shown) => {
    expect(shortAmount(given, EN)).toBe(shown);
  });

  property([fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 24 })])(
    'are never shown as more than they are',
    (units, decimals) => {
      const digits = units.toString().padStart(decimals + 1, '0');
      const decimal = decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits;
      const shown = shortAmount(decimal, EN);
      if (shown.startsWith('<')) expect(Number(decimal)).toBeLessThan(0.0001);
      else expect(Number(shown.replaceAll(',', ''))).toBeLessThanOrEqual(Number(decimal) * (1 + 1e-12));
      expect(shown).not.toMatch(/e/i);
    },
  );

  it('keep every digit where all are wanted', () => {
    expect(fullAmount('12345678901234567890.000000000000000001', EN)).toBe(
      '12,345,678,901,234,567,890.000000000000000001',
    );
    expect(fullAmount('1234.5', 'de-DE')).toBe('1.234,5');
  });
});

describe('money, shares and times', () => {
  it('have a real minus, and say when something is less than a cent', () => {
    expect(usd(-22.1, EN)).toBe('−$22.10');
    expect(usd(0.001, EN)).toBe('<$0.01');
    expect(usd(-0.001, EN)).toBe('−<$0.01');
    expect(usd(4.1, EN, { signed: true })).toBe('+$4.10');
    expect(percent(-0.2, EN)).toBe('−0.2%');
    expect(percent(0.2, EN, { signed: true })).toBe('+0.2%');
    expect(percent(-0.0001, EN)).toBe('0%');
    expect(percent(0.05, EN, { digits: 3 })).toBe('0.05%');
  });
  it('are written as the language does', () => {
    expect(percent(0.5, 'de')).toBe('0,5\u00a0%');
    expect(percent(0.5, 'tr')).toBe('%0,5');
    expect(usd(-1234.5, 'fr')).toBe('−1\u202f234,50\u00a0$');
    // Without a direction mark: an isolate in a sentence takes its direction from the letters.
    expect(usd(1234.5, 'ar-u-nu-latn')).toBe('1,234.50\u00a0$');
  });
  it.each([
    [5, '5 sec'],
    [60, '1 min'],
    [1440, '24 min'],
    [4200, '1 hr 10 min'],
    [7200, '2 hr'],
    [183_600, '2 days 3 hr'],
  ])('show %d seconds as %s', (seconds, text) => {
    expect(duration(seconds, EN)).toBe(text);
  });
  it('show times in the reader’s language', () => {
    expect(duration(4200, 'ja')).toBe('1 時間10 分');
    expect(duration(1440, 'ru')).toBe('24 мин');
  });
  it('count down in minutes and seconds and never below zero', () => {
    expect(clock(605)).toBe('10:05');
    expect(clock(3 * 3600 + 62)).toBe('3:01:02');
    expect(clock(-3)).toBe('0:00');
  });
  it.each([
    [-2, 'now'],
    [-90, '1 min. ago'],
    [7300, 'in 2 hr.'],
    [-86_400, 'yesterday'],
  ])('show %d seconds from now as %s', (seconds, text) => {
    const now = Date.UTC(2026, 0, 15);
    expect(relativeTime(now + seconds * 1000, now, EN)).toBe(text);
  });
});

describe('addresses', () => {
  it('are grouped without losing or adding a character', () => {
    const address = '0xF3c2A81b6c2D10c5c5d2D5C6bA9B0f1C6fE69a0E';
    expect(groupsOfFour(address).join('')).toBe(address);
    expect(groupsOfFour(address)[0]).toBe('0x');
    expect(groupsOfFour('bitcoincash:qqq1234')[0]).toBe('bitcoincash:');
  });
  it('are shortened to the first and last six', () => {
    expect(shortText('0xF3c2A81b6c2D10c5c5d2D5C6bA9B0f1C6fE69a0E')).toBe('0xF3c2…E69a0E');
    expect(shortText('short')).toBe('short');
  });
});
