import { describe, expect, it } from 'vitest';
import { addDecimals, compareDecimals, leftOver, percentChange, rate, shareOf } from './decimal-math.ts';

describe('decimals', () => {
  it('are compared beyond the precision of a float', () => {
    expect(compareDecimals('0.1000000000000000001', '0.1')).toBeGreaterThan(0);
    expect(compareDecimals('1.0', '1')).toBe(0);
    expect(compareDecimals('9', '10')).toBeLessThan(0);
  });
  it('give a change in percent', () => {
    expect(percentChange('15.0716', '15.0415')).toBe(-0.199);
    expect(percentChange('0', '1')).toBeUndefined();
  });
  it('give a share of a balance that never exceeds it', () => {
    expect(shareOf('1.284', 100, 8)).toBe('1.284');
    expect(shareOf('0.00000003', 50, 8)).toBe('0.00000001');
    expect(shareOf('10', 25, 0)).toBe('2');
    expect(shareOf('0.00000001', 25, 8)).toBe('0');
  });
  it('are added and subtracted to the last digit, and never below zero', () => {
    expect(addDecimals('0.1', '0.2', '0.000000000000000001')).toBe('0.300000000000000001');
    expect(leftOver('1', '0.00000001', 8)).toBe('0.99999999');
    expect(leftOver('1', '0.000000000001', 8)).toBe('0.99999999');
    expect(leftOver('1', '2', 8)).toBe('0');
  });
  it('have no rate for zero', () => {
    expect(rate('0.5', '15')).toBe('30');
    expect(rate('3', '1')).toBe('0.333333333333333333');
    expect(rate('0', '1')).toBeUndefined();
  });
});
