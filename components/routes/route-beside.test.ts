import { describe, expect, it } from 'vitest';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { createText } from '../../lib/i18n/text.ts';
import { beside, sameOutcome, wayName } from './route-beside.ts';
import { routeKey } from './route-money.ts';

const t = createText('en');
const routeOf = (given: {
  provider: WireRoute['providers'][number];
  buy: string;
  total?: number;
  boost?: WireRoute['meta']['boost'];
  priced?: boolean;
}): WireRoute => ({
  providers: [given.provider],
  sellAsset: 'BTC.BTC',
  sellAmount: '1',
  buyAsset: 'ETH.ETH',
  expectedBuyAmount: given.buy,
  expectedBuyAmountMaxSlippage: given.buy,
  sourceAddress: '',
  destinationAddress: '',
  fees: [],
  ...(given.total === undefined ? {} : { estimatedTime: { total: given.total } }),
  totalSlippageBps: 0,
  legs: [],
  warnings: [],
  meta: {
    tags: [],
    ...(given.priced === false
      ? {}
      : {
          assets: [
            { asset: 'BTC.BTC', price: 100_000, image: '' },
            { asset: 'ETH.ETH', price: 2000, image: '' },
          ],
        }),
    ...(given.boost ? { boost: given.boost } : {}),
  },
});
const boost = { feeBps: 10, maxFeeBps: 30 };
const plain = routeOf({ provider: 'CHAINFLIP', buy: '49', total: 1800 });
const boosted = routeOf({ provider: 'CHAINFLIP', buy: '48.95', total: 300, boost });
const streamed = routeOf({ provider: 'CHAINFLIP_STREAMING', buy: '49.01', total: 2160 });

describe('the comparison of two routes', () => {
  it('is in minutes and money', () => {
    expect(beside(t, boosted, plain)).toBe('25 min faster, $100 less');
    expect(beside(t, streamed, plain)).toBe('6 min slower, $20 more');
    expect(beside(t, plain, plain)).toBe('');
  });
  it('is in percent where no price is known, and leaves out an unknown time', () => {
    const [a, b] = ['50', '49'].map((buy) => routeOf({ provider: 'CHAINFLIP', buy, priced: false }));
    expect(a && b && beside(t, a, b)).toBe('2.04% more');
  });
  it('differs by the minutes that the two cards show', () => {
    const [a, b] = [1831, 1168].map((total) => routeOf({ provider: 'CHAINFLIP', buy: '49', total }));
    // 31 min and 19 min; the exact difference is 11 min.
    expect(a && b && beside(t, b, a)).toBe('12 min faster');
  });
  it('is equal only where neither money nor time differ', () => {
    expect(sameOutcome(plain, { ...plain, providers: ['CHAINFLIP_STREAMING'] })).toBe(true);
    expect(sameOutcome(plain, boosted)).toBe(false);
  });
  it('has a name and a key for each route, so that choosing one chooses it alone', () => {
    const all = [plain, streamed, boosted];
    expect(all.map((route) => wayName(t, route))).toEqual(['All at once', 'Streaming', 'Boosted']);
    expect(new Set(all.map(routeKey)).size).toBe(3);
  });
});
