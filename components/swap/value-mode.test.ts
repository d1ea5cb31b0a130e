import { describe, expect, it } from 'vitest';
import { fc, property } from '../../lib/domain/test-property.ts';
import { amountOfValue, stillWorth, valueOfAmount } from './value-mode.ts';

describe('an amount entered by its value', () => {
  it.each([
    ['100', 94620, 8, '0.00105685'],
    ['100', 1, 6, '100'],
    ['0.5', 0.00002, 5, '25000'],
    ['1', 3000, 18, '0.00033333333'],
    ['1000000', 3, 6, '333333.33'],
    ['0', 5, 8, '0'],
  ])('%s dollars at %s are %s', (value, price, decimals, amount) => {
    expect(amountOfValue(value, price, decimals)).toBe(amount);
  });
  it('does not exist without a valid price', () => {
    for (const price of [undefined, 0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e-30, 1e30])
      expect(amountOfValue('100', price, 8)).toBeUndefined();
    expect(valueOfAmount('1', undefined)).toBeUndefined();
  });
  it('has its value to the cent', () => {
    expect(valueOfAmount('0.5', 94620)).toBe('47310.00');
  });
  it('is kept beside the value of a link while it is worth that, and no longer', () => {
    expect(stillWorth('0.001', '100', 100_500)).toBe(true);
    expect(stillWorth('0.001', '100', 120_000)).toBe(false);
  });
  property([
    fc.integer({ min: 1, max: 10_000_000 }),
    fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
    fc.integer({ min: 0, max: 18 }),
  ])('never sells more than its value, and never more decimals than the asset has', (cents, price, decimals) => {
    const amount = amountOfValue((cents / 100).toFixed(2), price, decimals) ?? '0';
    expect(Number(amount) * price).toBeLessThanOrEqual((cents / 100) * (1 + 1e-9));
    expect(amount.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(decimals);
  });
});
