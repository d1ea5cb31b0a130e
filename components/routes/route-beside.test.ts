import { describe, expect, it } from 'vitest';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { createText } from '../../lib/i18n/text.ts';
import { beside, variantName } from './route-beside.ts';
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
const inParts = routeOf({ provider: 'CHAINFLIP_STREAMING', buy: '49.01', total: 2160 });

describe('a way of a provider beside its plain one', () => {
  it('says in money and minutes what it costs and saves', () => {
    expect(beside(t, boosted, plain)).toBe('$100.00 less, takes 25 min less');
    expect(beside(t, inParts, plain)).toBe('$20.00 more, takes 6 min longer');
    expect(beside(t, plain, plain)).toBe('as much, as fast');
  });
  it('says it in percent where no price is known, and of time nothing where it is not known', () => {
    const [a, b] = ['50', '49'].map((buy) => routeOf({ provider: 'CHAINFLIP', buy, priced: false }));
    expect(a && b && beside(t, a, b)).toBe('2.04% more');
  });
  it('is named by what makes it different', () => {
    const all = [plain, inParts, boosted];
    expect(all.map((route) => variantName(t, route, all))).toEqual(['In one go', 'In parts', 'Boosted']);
    expect(variantName(t, plain, [plain, boosted])).toBe('Without boost');
  });
  it('has a name of its own, so that choosing it chooses it alone', () => {
    expect(new Set([plain, boosted, inParts].map(routeKey)).size).toBe(3);
  });
});
