/** A quote for an invoice: `buyAmount` in place of `sellAmount`. */
import { createPortageClient } from '../../lib/api/client.ts';
import { expect, test } from '../support/api-test.ts';
import { createEvmPayer } from '../support/evm-payer.ts';
import { sharedSandbox } from '../support/sandbox.ts';

const BTC_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const WBTC = 'ETH.WBTC-0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599';

const PAIRS = [
  { sellAsset: 'ETH.ETH', buyAsset: 'BTC.BTC', buyAmount: '0.05' },
  { sellAsset: 'BTC.BTC', buyAsset: WBTC, buyAmount: '0.02' },
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

test('a transaction is made for the amount that was found, and the same request finds the order that it placed', async ({
  url,
}) => {
  const client = createPortageClient({ baseUrl: url });
  const payer = createEvmPayer(url, 'ETH');
  await sharedSandbox().fund('ETH', payer.address, '5');
  const invoice = { sellAsset: 'ETH.ETH', buyAsset: 'BTC.BTC', buyAmount: '0.03', slippage: 2, includeTx: true };
  const addresses = { sourceAddress: payer.address, destinationAddress: BTC_ADDRESS };
  const { routes, providerErrors } = await client.quote({ ...invoice, ...addresses, providers: ['THORCHAIN'] });
  const [route] = routes;
  expect(route, JSON.stringify(providerErrors)).toMatchObject({ tx: { from: payer.address } });
  expect(Number(route?.expectedBuyAmountMaxSlippage)).toBeGreaterThanOrEqual(0.03);

  const order = { ...invoice, sellAsset: 'BTC.BTC', buyAsset: WBTC, providers: ['GARDEN' as const] };
  const owners = { sourceAddress: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', destinationAddress: payer.address };
  const placed = (await client.quote({ ...order, ...owners })).routes[0];
  expect(placed?.meta.orderId).toBeDefined();
  expect(Number(placed?.expectedBuyAmountMaxSlippage)).toBeGreaterThanOrEqual(0.03);
  const again = (await client.quote({ ...order, ...owners })).routes[0];
  expect(again?.meta.orderId).toBe(placed?.meta.orderId);
});
