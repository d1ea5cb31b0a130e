/** The sender's cost of a payment is shown in the chain's own coin, and never delays or fails a quote. */
import { expect, it } from 'vitest';
import { assetOf } from '../../domain/asset.ts';
import { paymentFee } from './payment-cost.ts';

const WBTC = assetOf('ETH.WBTC-0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599');
const signal = new AbortController().signal;
const priced = (price: bigint | undefined) => ({ of: async () => price });

it.each([
  ['a token', WBTC, 2_000_000_000n, 'ETH.ETH', 18, 190_000n * 2_000_000_000n],
  ['a native coin', assetOf('ETH.ETH'), 2_000_000_000n, 'ETH.ETH', 18, 150_000n * 2_000_000_000n],
  ['a Bitcoin deposit', assetOf('BTC.BTC'), 12n, 'BTC.BTC', 8, 153n * 12n],
  ['a lock on Solana', assetOf('SOL.SOL'), undefined, 'SOL.SOL', 9, 5000n],
])('shows the cost of %s', async (_what, sell, price, coin, decimals, baseUnits) => {
  const asset = assetOf(coin);
  const fee = { type: 'inbound', amount: { asset, decimals, baseUnits }, chain: asset.chain, protocol: 'GARDEN' };
  expect(await paymentFee(sell, priced(price), signal)).toEqual([fee]);
});

it('shows none when the chain cannot be asked', async () => {
  expect(await paymentFee(WBTC, priced(undefined), signal)).toEqual([]);
});
