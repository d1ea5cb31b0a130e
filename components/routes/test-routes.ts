/** Creates routes for this folder's tests: from BTC to ETH at round prices, with the changes that a test gives. */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { ProviderId } from '../../lib/domain/provider-id.ts';

export const PRICES = [
  { asset: 'BTC.BTC', price: 100_000, image: '' },
  { asset: 'ETH.ETH', price: 2000, image: '' },
];

type Given = Partial<Omit<WireRoute, 'meta'>> & {
  buy?: string;
  total?: number;
  boosted?: boolean;
  meta?: Partial<WireRoute['meta']>;
};

export function testRoute(provider: ProviderId, given: Given = {}): WireRoute {
  const { buy = '49', total, boosted = false, meta, ...rest } = given;
  return {
    providers: [provider],
    sellAsset: 'BTC.BTC',
    sellAmount: '1',
    buyAsset: 'ETH.ETH',
    expectedBuyAmount: buy,
    expectedBuyAmountMaxSlippage: buy,
    sourceAddress: '',
    destinationAddress: '',
    fees: [],
    ...(total === undefined ? {} : { estimatedTime: { total } }),
    totalSlippageBps: 0,
    legs: [],
    warnings: [],
    meta: { tags: [], assets: PRICES, ...(boosted ? { boost: { feeBps: 5, maxFeeBps: 30 } } : {}), ...meta },
    ...rest,
  };
}
