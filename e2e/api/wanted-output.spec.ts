/** A quote for an invoice: `buyAmount` in place of `sellAmount`. */
import { createPortageClient } from '../../lib/api/client.ts';
import { expect, test } from '../support/api-test.ts';

const PAIRS = [
  { sellAsset: 'ETH.ETH', buyAsset: 'BTC.BTC', buyAmount: '0.05' },
  { sellAsset: 'BTC.BTC', buyAsset: 'ETH.WBTC-0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', buyAmount: '0.02' },
  { sellAsset: 'SOL.SOL', buyAsset: 'SOL.USDC-EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', buyAmount: '300' },
  { sellAsset: 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', buyAsset: 'ETH.ETH', buyAmount: '0.4' },
];

test('every provider that swaps the pair finds what must be sold for an amount, by guarantee or expectation', async ({
  url,
}) => {
  const client = createPortageClient({ baseUrl: url });
  for (const pair of PAIRS)
    for (const exact of ['guaranteed', 'expected'] as const) {
      const { routes, providerErrors } = await client.quote({ ...pair, exact, slippage: 2 });
      const sale = routes[0]?.sellAmount;
      expect(routes, JSON.stringify(providerErrors)).not.toHaveLength(0);
      for (const route of routes) {
        const reached = exact === 'guaranteed' ? route.expectedBuyAmountMaxSlippage : route.expectedBuyAmount;
        expect(Number(reached), JSON.stringify(route.providers)).toBeGreaterThanOrEqual(Number(pair.buyAmount));
        expect(Number(reached), JSON.stringify(route.providers)).toBeLessThan(Number(pair.buyAmount) * 1.002);
      }
      // The same providers find a route when that is sold.
      const { routes: sold } = await client.quote({ ...pair, buyAmount: undefined, sellAmount: sale, slippage: 2 });
      const ids = (all: typeof routes) => all.map(({ providers }) => providers[0]).toSorted();
      expect(ids(routes)).toEqual(ids(sold));
    }
});
