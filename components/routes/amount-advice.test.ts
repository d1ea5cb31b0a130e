import { describe, expect, it } from 'vitest';
import { fc, property } from '../../lib/domain/test-property.ts';
import { amountAdvice, roundedUp } from './amount-advice.ts';
import { testRoute } from './test-routes.ts';

const outbound = (amount: string) =>
  ({ type: 'outbound', amount, asset: 'ETH.ETH', chain: 'ETH', protocol: 'THORCHAIN' }) as const;
const liquidity = (amount: string) =>
  ({ type: 'liquidity', amount, asset: 'ETH.ETH', chain: 'ETH', protocol: 'THORCHAIN' }) as const;

describe('the amount worth selling', () => {
  it('is where fees are a twentieth, not counting what grows with the amount', () => {
    // $2 fixed, 2 % of the amount: 2 / (0.05 - 0.02) = $66.67, rounded up to 0.00067 BTC.
    const route = testRoute('THORCHAIN', { sellAmount: '0.0001', fees: [outbound('0.001'), liquidity('0.0001')] });
    expect(amountAdvice(route, 8)).toEqual({ comfortable: { amount: '0.00067', usd: 67 }, below: 'comfortable' });
    expect(amountAdvice({ ...route, sellAmount: '1', fees: [outbound('0.001')] }, 8).below).toBeUndefined();
  });
  it('is never given where proportional fees are more than a twentieth, or a price is missing', () => {
    const dear = testRoute('THORCHAIN', { fees: [outbound('0.001'), liquidity('6')] });
    expect(amountAdvice(dear, 8).comfortable).toBeUndefined();
    expect(amountAdvice({ ...dear, meta: { tags: [] } }, 8)).toEqual({});
  });
  it('names the provider’s own minimum first', () => {
    const route = testRoute('THORCHAIN', { sellAmount: '0.001', meta: { recommendedMinimum: '0.002' } });
    expect(amountAdvice(route, 8)).toEqual({ minimum: '0.002', below: 'minimum' });
  });
  property([fc.double({ min: 1e-9, max: 1e12, noNaN: true }), fc.integer({ min: 0, max: 18 })])(
    'is a plain decimal that the asset can express, and never less than the computed one',
    (value, decimals) => {
      const text = roundedUp(value, decimals);
      expect(text).toMatch(/^\d+(\.\d+)?$/);
      expect((text.split('.')[1] ?? '').length).toBeLessThanOrEqual(decimals);
      expect(Number(text)).toBeGreaterThanOrEqual(value * (1 - 1e-9));
    },
  );
});
