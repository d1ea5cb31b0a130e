import { describe, expect, it } from 'vitest';
import { PROVIDER_IDS } from '../../lib/domain/provider-id.ts';
import { fc, property } from '../../lib/domain/test-property.ts';
import { routeKey } from './route-money.ts';
import { rankedSoFar } from './route-ranking.ts';
import { SORTS, sortRoutes } from './route-sorting.ts';
import { PRICES, testRoute } from './test-routes.ts';

const providersOf = (routes: ReturnType<typeof rankedSoFar>) => routes.map(({ providers }) => providers[0]);

describe('an incomplete list of routes', () => {
  it('is ranked by the service’s own rule: by value, except that a route in half the time for at most $5 more comes first', () => {
    const routes = [
      testRoute('THORCHAIN', { buy: '49', total: 1800 }),
      testRoute('CHAINFLIP', { buy: '49.5', total: 1800 }),
      testRoute('GARDEN', { buy: '49.4975', total: 600 }),
      testRoute('MAYACHAIN', { buy: '49.49', total: 60 }),
    ];
    expect(providersOf(rankedSoFar(routes))).toEqual(['GARDEN', 'CHAINFLIP', 'MAYACHAIN', 'THORCHAIN']);
  });
  it('is ranked including what the sender pays on top, even if another fee has no price', () => {
    const fee = (asset: string, amount: string) =>
      ({ type: 'inbound', asset, amount, chain: 'BTC', protocol: 'THORCHAIN' }) as const;
    const dear = testRoute('THORCHAIN', { buy: '49.5', fees: [fee('BTC.BTC', '0.1'), fee('GAIA.ATOM', '1')] });
    expect(providersOf(rankedSoFar([dear, testRoute('CHAINFLIP', { buy: '49' })]))).toEqual(['CHAINFLIP', 'THORCHAIN']);
  });
  it('does not recommend a route that guarantees less than the tolerance allows while another keeps to it', () => {
    const loose = testRoute('CHAINFLIP', {
      buy: '49.5',
      expectedBuyAmountMaxSlippage: '48.9',
      meta: { slippagePercent: 1 },
    });
    const kept = testRoute('THORCHAIN', { buy: '49', meta: { slippagePercent: 1 } });
    expect(providersOf(rankedSoFar([loose, kept]))).toEqual(['THORCHAIN', 'CHAINFLIP']);
  });
  it('values all routes at one price, so that no provider’s own price favours its route', () => {
    const dear = PRICES.map((item) => (item.asset === 'ETH.ETH' ? { ...item, price: 9000 } : item));
    const routes = [
      testRoute('THORCHAIN', { buy: '48', meta: { assets: dear } }),
      testRoute('CHAINFLIP', { buy: '49' }),
    ];
    expect(providersOf(rankedSoFar(routes))).toEqual(['CHAINFLIP', 'THORCHAIN']);
  });
});

describe('the chosen sort order', () => {
  const routes = fc.uniqueArray(
    fc
      .record({
        provider: fc.constantFrom(...PROVIDER_IDS),
        buy: fc.integer({ min: 1, max: 99 }).map(String),
        total: fc.option(fc.integer({ min: 1, max: 9999 }), { nil: undefined }),
      })
      .map(({ provider, buy, total }) => testRoute(provider, { buy, ...(total === undefined ? {} : { total }) })),
    { selector: routeKey, maxLength: 12 },
  );
  property([routes, fc.constantFrom(...SORTS)])('loses and doubles no route', (all, sort) => {
    expect(sortRoutes(all, sort).map(routeKey).sort()).toEqual(all.map(routeKey).sort());
  });
  property([routes])('put unknown times last', (all) => {
    const known = sortRoutes(all, 'fastest').map(({ estimatedTime }) => estimatedTime !== undefined);
    expect(known).toEqual(known.toSorted((a, b) => Number(b) - Number(a)));
  });
  it('is the service’s own for "recommended"', () => {
    const all = [testRoute('THORCHAIN', { buy: '1' }), testRoute('MAYACHAIN', { buy: '2' })];
    expect(sortRoutes(all, 'recommended')).toEqual(all);
    expect(providersOf(sortRoutes(all, 'most'))).toEqual(['MAYACHAIN', 'THORCHAIN']);
  });
});
