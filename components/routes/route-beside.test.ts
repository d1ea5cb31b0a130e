import { describe, expect, it } from 'vitest';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { beside } from './route-beside.ts';
import { routeKey } from './route-money.ts';

const routeOf = (given: {
  provider: WireRoute['providers'][number];
  buy: string;
  total: number;
  boost?: WireRoute['meta']['boost'];
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
  estimatedTime: { total: given.total },
  totalSlippageBps: 0,
  legs: [],
  warnings: [],
  meta: {
    tags: [],
    assets: [
      { asset: 'BTC.BTC', price: 100_000, image: '' },
      { asset: 'ETH.ETH', price: 2000, image: '' },
    ],
    ...(given.boost ? { boost: given.boost } : {}),
  },
});
const plain = routeOf({ provider: 'CHAINFLIP', buy: '49', total: 1800 });
const boosted = routeOf({ provider: 'CHAINFLIP', buy: '48.95', total: 300, boost: { feeBps: 10, maxFeeBps: 30 } });
const inParts = routeOf({ provider: 'CHAINFLIP_STREAMING', buy: '49.01', total: 2160 });

describe('a variant of a route', () => {
  it('says in money and minutes what it costs and saves against the plain one', () => {
    const all = [plain, boosted, inParts];
    expect(beside(boosted, all)).toEqual([
      'Boost: your deposit counts at once for 0.1 % of it; $100.00 less, takes 25 min less than without.',
    ]);
    expect(beside(inParts, all)).toEqual(['In parts: $20.00 more, takes 6 min longer than in one.']);
    expect(beside(plain, all)).toEqual([]);
  });
  it('says only what it costs where there is nothing to compare with', () => {
    expect(beside(boosted, [boosted])).toEqual(['Boost: your deposit counts at once for 0.1 % of it.']);
    expect(beside(inParts, [inParts, boosted])).toEqual([]);
  });
  it('has a name of its own, so that choosing it chooses it alone', () => {
    expect(new Set([plain, boosted, inParts].map(routeKey)).size).toBe(3);
  });
});
