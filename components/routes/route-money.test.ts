import { expect, it } from 'vitest';
import { atPricesOf, routeMoney } from './route-money.ts';
import { PRICES, testRoute } from './test-routes.ts';

it('shows the loss by the fees on top whose price is known, even if another has none', () => {
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

it('costs the same in the review as in the list, although the quote of one provider has other prices', () => {
  const chosen = testRoute('THORCHAIN', { buy: '49' });
  const alone = testRoute('THORCHAIN', {
    buy: '49',
    meta: { assets: PRICES.map((asset) => ({ ...asset, price: asset.price * 1.01 })) },
  });
  expect(routeMoney(alone)).not.toEqual(routeMoney(chosen));
  expect(routeMoney(atPricesOf(chosen, alone))).toEqual(routeMoney(chosen));
});

it('keeps its own price of an asset that has none in the list', () => {
  const chosen = testRoute('THORCHAIN', { meta: { assets: [] } });
  expect(routeMoney(atPricesOf(chosen, testRoute('THORCHAIN', { buy: '50' }))).buyUsd).toBe(100_000);
});
