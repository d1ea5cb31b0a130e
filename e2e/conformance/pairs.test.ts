import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDecimals, DECIMAL } from './decimals.ts';
import { type ListedToken, listedTokens, openPairs, pairOf, saleAmount } from './pairs.ts';
import { TOKENS } from './testing/right-market.ts';
import { splitAssetId } from './vocabulary.ts';

const listed = listedTokens({ tokens: TOKENS });

describe('the pairs to quote', () => {
  it('are chosen from the service’s own list, likeliest first, one for each kind of chain', () => {
    expect(openPairs(listed).map(({ sell, buy }) => `${sell.asset} -> ${buy.chain}`)).toEqual([
      'BTC.BTC -> ETH',
      'ETH.ETH -> BTC',
      'SOL.SOL -> BTC',
      'GAIA.ATOM -> BTC',
      'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 -> BTC',
    ]);
  });
  it('stay within a chain for a provider that swaps within one, and cross chains for the others', () => {
    const chains = (id: string) => {
      const pair = pairOf(id, listed);
      return pair && [pair.sell.chain, pair.buy.chain];
    };
    expect(chains('ONEINCH')).toEqual(['ETH', 'ETH']);
    expect(chains('JUPITER')).toEqual(['SOL', 'SOL']);
    expect(chains('THORCHAIN')).toEqual(['BTC', 'ETH']);
  });
  it('combine, for two legs, what only the first sells and only the second buys', () => {
    const pair = pairOf('ONEINCH->CHAINFLIP', listed);
    expect([pair?.sell.symbol, pair?.buy.symbol]).toEqual(['DAI', 'BTC']);
    expect(pairOf('MAYACHAIN', listed)).toBeUndefined();
  });
  it('are chosen without records that cannot be read', () => {
    const broken = [null, 1, {}, { asset: 'BTC' }, { asset: 7 }, { asset: 'XYZ.COIN', providers: [] }];
    expect(listedTokens({ tokens: broken })).toEqual([]);
    expect(listedTokens(undefined)).toEqual([]);
  });
  it('have an amount that the token can express, above zero', () => {
    const priced = fc.record({
      decimals: fc.integer({ min: 0, max: 30 }),
      priceUsd: fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
    });
    fc.assert(
      fc.property(priced, ({ decimals, priceUsd }) => {
        const token: ListedToken = { asset: 'A.B', chain: 'A', symbol: 'B', providers: [], decimals, priceUsd };
        const amount = saleAmount(token);
        expect(amount).toMatch(DECIMAL);
        expect(amount).toMatch(/[1-9]/);
        expect(amount.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(decimals);
      }),
    );
  });
});

describe('amounts', () => {
  it('are compared as decimals, to the last digit', () => {
    expect(compareDecimals('0.1', '0.10')).toBe(0);
    expect(compareDecimals('9', '10')).toBe(-1);
    expect(compareDecimals('123456789012345678.000000000000000002', '123456789012345678.000000000000000001')).toBe(1);
  });
});

describe('asset identifiers', () => {
  it.each([
    ['BTC.BTC', { chain: 'BTC', symbol: 'BTC' }],
    ['eth.usdc-0xa0b8', { chain: 'ETH', symbol: 'usdc', address: '0xa0b8' }],
    ['ETH.A-B-0x01', { chain: 'ETH', symbol: 'A-B', address: '0x01' }],
    ['THOR.BTC/BTC', { chain: 'THOR', symbol: 'BTC' }],
    ['BTC', undefined],
    ['.BTC', undefined],
    ['BTC.', undefined],
    ['BTC.B TC', undefined],
  ])('%s', (text, pair) => {
    expect(splitAssetId(text)).toEqual(pair);
  });
});
