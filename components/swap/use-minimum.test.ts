import { describe, expect, it } from 'vitest';
import { testRoute } from '../routes/test-routes.ts';
import { worthSelling } from './use-minimum.ts';

const outbound = (amount: string) =>
  ({ type: 'outbound', amount, asset: 'ETH.ETH', chain: 'ETH', protocol: 'THORCHAIN' }) as const;

describe('the least amount worth selling', () => {
  it('is the amount itself once a route takes it for less than the fee limit', () => {
    expect(worthSelling([testRoute('THORCHAIN', { sellAmount: '0.01', fees: [outbound('0.001')] })], 8)).toBe('0.01');
  });
  it('is where fees take no more than a twentieth, on the route that needs least', () => {
    // $2 and $8 of fixed fees: worth it from $40 and from $160 on.
    const routes = [outbound('0.001'), outbound('0.004')].map((fee) =>
      testRoute('THORCHAIN', { sellAmount: '0.0001', fees: [fee] }),
    );
    expect(worthSelling(routes, 8)).toBe('0.0004');
  });
  it('is never below a route’s own minimum', () => {
    const route = testRoute('THORCHAIN', {
      sellAmount: '0.0001',
      fees: [outbound('0.001')],
      meta: { recommendedMinimum: '0.002' },
    });
    expect(worthSelling([route], 8)).toBe('0.002');
  });
});
