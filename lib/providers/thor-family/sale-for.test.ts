/** What must be sold is told from the pools that are known anyway: no question to the node, and near to its answer. */
import { describe, expect, it } from 'vitest';
import { assetOf } from '../../domain/asset.ts';
import type { WantedOutput } from '../../domain/wanted-output.ts';
import type { WantedQuote } from '../provider.ts';
import { family, inboundWith, type Json, poolWith } from './testing/family.ts';

const asking = (sell: string, buy: string, wanted: WantedOutput, more: Partial<WantedQuote> = {}): WantedQuote => ({
  providerId: 'THORCHAIN',
  sellAsset: assetOf(sell),
  buyAsset: assetOf(buy),
  slippageBps: 100,
  includeTx: false,
  wanted,
  ...more,
});

async function soldFor(answers: Json, request: WantedQuote, variant: 'thor' | 'maya' = 'thor') {
  const { provider, asked } = await family(variant, answers);
  const sale = await provider.saleFor?.(request, { signal: new AbortController().signal });
  expect(asked()).toEqual([]);
  expect(sale?.questions ?? 0).toBe(0);
  return sale?.sellAmount === undefined ? undefined : Number(sale.sellAmount);
}

/** THORNode's regression: 10 RUNE into a pool of 1 BTC and 1000 RUNE give 0.00980292 BTC, less 7000 for the payout. */
const REGRESSION = {
  pools: poolWith('BTC.BTC', { balance_asset: '100000000', balance_rune: '100000350000' }),
  inbound: inboundWith('BTC', { outbound_fee: '7000' }),
  mimir: {},
};
const WANTED = { buyAmount: '0.00973292', exact: 'expected' } as const;

describe('the sale for a wanted output', () => {
  it('is that of the network’s own regression, within a thousandth', async () => {
    const sold = await soldFor(REGRESSION, asking('THOR.RUNE', 'BTC.BTC', WANTED));
    expect(sold).toBeGreaterThanOrEqual(10);
    expect(sold).toBeLessThan(10.01);
  });

  it('is more for a guarantee, by the tolerance', async () => {
    const guaranteed = asking('THOR.RUNE', 'BTC.BTC', { ...WANTED, exact: 'guaranteed' });
    const [more, less] = [
      await soldFor(REGRESSION, guaranteed),
      await soldFor(REGRESSION, asking('THOR.RUNE', 'BTC.BTC', WANTED)),
    ];
    expect((more ?? 0) / (less ?? 1)).toBeCloseTo(1 / 0.99, 2);
  });

  it('is more by the least fee of each pool where amounts are small, and by the affiliate’s', async () => {
    const request = asking('BTC.BTC', 'ETH.ETH', { buyAmount: '0.5', exact: 'expected' });
    const free = (await soldFor({ mimir: {} }, request)) ?? 0;
    const withFees = (await soldFor({ mimir: { L1SLIPMINBPS: 100 } }, request)) ?? 0;
    expect(withFees / free).toBeGreaterThan(1.015);
    const shared = { ...request, affiliate: { name: 'ptg', feeBps: 100 } };
    expect(((await soldFor({ mimir: {} }, shared)) ?? 0) / free).toBeCloseTo(1 / 0.99, 3);
  });

  it('is not known where there is no pool, or it cannot give so much', async () => {
    const nowhere = asking('BTC.BTC', 'ETH.NOBODY-0x00000000000000000000000000000000DeaDBeef', WANTED);
    expect(await soldFor({}, nowhere)).toBeUndefined();
    expect(await soldFor(REGRESSION, asking('THOR.RUNE', 'BTC.BTC', { ...WANTED, buyAmount: '1' }))).toBeUndefined();
  });
});
