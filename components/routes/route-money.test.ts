import { expect, it } from 'vitest';
import { routeMoney } from './route-money.ts';
import { testRoute } from './test-routes.ts';

it('shows the loss by the fees on top whose price is known, also where another has none', () => {
  const fee = (asset: string, amount: string) =>
    ({ type: 'inbound', asset, amount, chain: 'BTC', protocol: 'THORCHAIN' }) as const;
  const route = testRoute('THORCHAIN', { buy: '50', fees: [fee('BTC.BTC', '0.1'), fee('GAIA.ATOM', '1')] });
  expect(routeMoney(route)).toEqual({
    sellUsd: 100_000,
    buyUsd: 100_000,
    feesUsd: undefined,
    netUsd: 90_000,
    allInPercent: -10,
  });
});
