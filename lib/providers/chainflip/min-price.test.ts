/** If one of these fails a swap is refunded at a fair price, or carried out at an unfair one. */

import { describe, expect, it } from 'vitest';
import { fc, property } from '../../domain/test-property.ts';
import { enforcedOutput, minPriceX128, protectedPriceX128 } from './min-price.ts';

describe('the price in fixed point', () => {
  it.each([
    ['10000', 18, 6, '0x2af31dc4611873bf3f70834acd'],
    ['92307.460172', 8, 6, '0x39b1319192ba016e142fb7d3966a9016b8f'],
    ['1', 6, 6, `0x1${'0'.repeat(32)}`],
    ['1', 18, 18, `0x1${'0'.repeat(32)}`],
    ['0.5', 8, 8, `0x8${'0'.repeat(31)}`],
  ])('%s from %i to %i decimals is %s, as other wallets encode it', (price, sell, buy, hex) => {
    expect(`0x${minPriceX128(price, sell, buy).toString(16)}`).toBe(hex);
  });

  it.each(['', '-1', '1e3', '1,5', 'NaN', '.5'])('refuses %j, which is no price', (price) => {
    expect(() => minPriceX128(price, 8, 6)).toThrow(RangeError);
  });

  it('keeps the digits of a dear asset: a dollar buys 0.0000103 BTC, and 0.05 % of tolerance stay 0.05 %', () => {
    const basis = { inputBaseUnits: 1_000_000_000n, outputBaseUnits: 1_030_928n, sellDecimals: 6, buyDecimals: 8 };
    const least = enforcedOutput(protectedPriceX128(basis, 5), basis.inputBaseUnits, 1);
    expect(least).toBe(1_030_412n);
  });
});

const decimals = fc.constantFrom(6, 8, 9, 10, 18);
const amount = fc.bigInt({ min: 1n, max: 10n ** 27n });
const bps = fc.integer({ min: 0, max: 10_000 });

describe('the protected price', () => {
  property([amount, amount, decimals, decimals, bps])(
    'is never zero, and never asks for more than was quoted',
    (inputBaseUnits, outputBaseUnits, sellDecimals, buyDecimals, slippageBps) => {
      const basis = { inputBaseUnits, outputBaseUnits, sellDecimals, buyDecimals };
      const price = protectedPriceX128(basis, slippageBps);
      expect(price).toBeGreaterThan(0n);
      expect(enforcedOutput(price, inputBaseUnits, 1)).toBeLessThanOrEqual(outputBaseUnits);
    },
  );

  property([
    fc.bigInt({ min: 10n ** 8n, max: 10n ** 24n }),
    fc.bigInt({ min: 10n ** 8n, max: 10n ** 24n }),
    decimals,
    decimals,
    fc.integer({ min: 0, max: 9_000 }),
  ])(
    'loses less than a millionth of the tolerance that was asked for wherever a price has eight digits',
    (inputBaseUnits, outputBaseUnits, sellDecimals, buyDecimals, slippageBps) => {
      const whole = (outputBaseUnits * 10n ** BigInt(sellDecimals)) / 10n ** BigInt(buyDecimals);
      fc.pre((whole * 10n ** 18n) / inputBaseUnits > 10n ** 8n);
      const basis = { inputBaseUnits, outputBaseUnits, sellDecimals, buyDecimals };
      const least = enforcedOutput(protectedPriceX128(basis, slippageBps), inputBaseUnits, 1);
      const wanted = (outputBaseUnits * BigInt(10_000 - slippageBps)) / 10_000n;
      expect(wanted - least).toBeLessThanOrEqual(wanted / 1_000_000n + 2n);
    },
  );

  property([amount, amount, decimals, decimals, fc.integer({ min: 0, max: 9_999 })])(
    'falls as the tolerance grows',
    (inputBaseUnits, outputBaseUnits, sellDecimals, buyDecimals, slippageBps) => {
      const basis = { inputBaseUnits, outputBaseUnits, sellDecimals, buyDecimals };
      expect(protectedPriceX128(basis, slippageBps + 1)).toBeLessThanOrEqual(protectedPriceX128(basis, slippageBps));
    },
  );

  property([amount, amount, fc.integer({ min: 0, max: 99 }), decimals, decimals, bps])(
    'is no lower, and still no higher than was quoted, where a part of the output is the fee of the payout',
    (inputBaseUnits, outputBaseUnits, feePercent, sellDecimals, buyDecimals, slippageBps) => {
      const basis = { inputBaseUnits, outputBaseUnits, sellDecimals, buyDecimals };
      const egressBaseUnits = (outputBaseUnits * BigInt(feePercent)) / 100n;
      const price = protectedPriceX128({ ...basis, egressBaseUnits }, slippageBps);
      expect(price).toBeGreaterThanOrEqual(protectedPriceX128(basis, slippageBps));
      expect(price).toBeLessThanOrEqual(protectedPriceX128(basis, 0));
    },
  );

  property([amount, amount, fc.integer({ min: 1, max: 100 })])(
    'of parts guarantees no more than of the whole',
    (price, input, chunks) => {
      expect(enforcedOutput(price, input, chunks)).toBeLessThanOrEqual(enforcedOutput(price, input, 1));
    },
  );

  const basis = {
    inputBaseUnits: 999_825n,
    outputBaseUnits: 53_375_036_770_230_8039n,
    sellDecimals: 8,
    buyDecimals: 18,
  };

  it('takes the quote’s own price where it agrees with the quote’s amounts', () => {
    const quoted = { ...basis, estimatedPrice: '53.384379036562202285' };
    expect(protectedPriceX128(quoted, 0)).toBe(minPriceX128('53.384379036562202285', 8, 18));
  });

  it.each(['1', '54', 'x', '0'])('ignores a price of %s beside amounts that say 53.38', (estimatedPrice) => {
    expect(protectedPriceX128({ ...basis, estimatedPrice }, 100)).toBe(protectedPriceX128(basis, 100));
  });

  it('is the smallest possible at 100 %, where the caller wants no limit: zero is never asked for', () => {
    expect(protectedPriceX128(basis, 10_000)).toBe(1n);
    expect(enforcedOutput(1n, basis.inputBaseUnits, 1)).toBe(0n);
  });
});
