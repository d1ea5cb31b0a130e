import { describe, expect, it } from 'vitest';
import type { WireToken } from '../../lib/api/schemas/tokens.ts';
import { fc, property } from '../../lib/domain/test-property.ts';
import { createTokenIndex } from './token-index.ts';

const token = (asset: string, name: string, more: Partial<WireToken> = {}): WireToken => {
  const [chain = '', rest = ''] = asset.split('.');
  const [symbol = '', address] = rest.split('-');
  return {
    asset,
    // Written in this file.
    chain: chain as WireToken['chain'],
    symbol,
    name,
    decimals: 8,
    providers: ['THORCHAIN'],
    verified: true,
    ...(address ? { address } : {}),
    ...more,
  };
};
const USDC = 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const ARB_USDC = 'ARB.USDC-0xaf88d065e77c8cC2239327C5EDb3A432268e5831';
const WBTC = 'ETH.WBTC-0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599';
const FALSE_USDC = `ETH.USDC-0x${'12'.repeat(20)}`;
const TOKENS = [
  token('ARB.ETH', 'Ether'),
  token(ARB_USDC, 'USD Coin'),
  token('AVAX.AVAX', 'Avalanche'),
  token('AVAX.USDC-0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', 'USD Coin'),
  token('BTC.BTC', 'Bitcoin'),
  token('ETH.ETH', 'Ether'),
  token(FALSE_USDC, 'Free Dollars', { verified: false }),
  token(USDC, 'USD Coin'),
  token(WBTC, 'Wrapped Bitcoin'),
  token('GAIA.ATOM', 'Cosmos'),
  token('SOL.BONK-DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263', 'Bonk'),
];
const index = createTokenIndex(TOKENS);
const found = (query: string, chain?: WireToken['chain']) => index.search(query, chain).map(({ asset }) => asset);

describe('the search for an asset', () => {
  it('ranks the exact symbol before one that begins with the text or contains it, and popular ones first', () => {
    expect(found('btc')).toEqual(['BTC.BTC', WBTC]);
    expect(found('usdc')[0]).toBe(USDC);
    expect(found('eth').slice(0, 2)).toEqual(['ETH.ETH', 'ARB.ETH']);
  });
  it('finds by name, and ranks the start of a word before its middle', () => {
    expect(found('bitcoin')).toEqual(['BTC.BTC', WBTC]);
    expect(found('usd coin')).toHaveLength(3);
  });
  it('finds by an address in any letter case, and by a part of it from four characters on', () => {
    expect(found('0xa0B86991C6218B36C1D19D4A2E9EB0CE3606EB48')).toEqual([USDC]);
    expect(found('eb48')).toEqual([USDC]);
    expect(found('deZXAZ8Z7')).toHaveLength(1);
    expect(found('b48')).toEqual([]);
  });
  it('takes a symbol and a chain in any order', () => {
    expect(found('usdc arbitrum')).toEqual([ARB_USDC]);
    expect(found('arb usdc')[0]).toBe(ARB_USDC);
    expect(found('atom cosmos hub')).toEqual(['GAIA.ATOM']);
  });
  it('lists a chain that is named alone', () => {
    expect(found('arbitrum')).toEqual(['ARB.ETH', ARB_USDC]);
    expect(found('cosmos hub')).toEqual(['GAIA.ATOM']);
  });
  it('stays on the chosen chain', () => {
    expect(found('usdc', 'AVAX')).toHaveLength(1);
  });
  it('shows unverified tokens only in a search, after verified ones, and marks those that borrow a known symbol', () => {
    expect(index.listed('ETH').map(({ asset }) => asset)).not.toContain(FALSE_USDC);
    expect(found('usdc', 'ETH')).toEqual([USDC, FALSE_USDC]);
    expect(TOKENS.filter(index.isDuplicate).map(({ asset }) => asset)).toEqual([FALSE_USDC]);
  });
  it('ranks held tokens before their equals, not before better matches', () => {
    const held = new Set(TOKENS.filter(({ asset }) => asset === ARB_USDC || asset === WBTC));
    expect(index.search('usdc', undefined, held)[0]?.asset).toBe(ARB_USDC);
    expect(index.search('btc', undefined, held)[0]?.asset).toBe('BTC.BTC');
  });
  it('begins with the most popular tokens, on each chain', () => {
    expect(index.popular(undefined)[0]?.asset).toBe('BTC.BTC');
    expect(index.popular('ARB').map(({ asset }) => asset)).toEqual(['ARB.ETH', ARB_USDC]);
    expect(index.chains.slice(0, 2)).toEqual(['BTC', 'ETH']);
  });
  it('knows the token at an address', () => {
    expect(index.atAddress(` ${USDC.slice(9).toLowerCase()} `).map(({ asset }) => asset)).toEqual([USDC]);
    expect(index.atAddress('')).toEqual([]);
  });
});

const anyToken = fc
  .record({
    symbol: fc.stringMatching(/^[A-Z0-9]{1,6}$/),
    name: fc.stringMatching(/^[A-Za-z ]{0,12}$/),
    chain: fc.constantFrom('ETH', 'ARB', 'SOL'),
    hex: fc.stringMatching(/^[0-9a-f]{40}$/),
  })
  .map(({ symbol, name, chain, hex }) => token(`${chain}.${symbol}-0x${hex}`, name));

property([fc.array(anyToken, { maxLength: 40 }), fc.nat()])(
  'finds every asset by its symbol, its address and its symbol with its chain, each once',
  (tokens, pick) => {
    const one = tokens[pick % Math.max(1, tokens.length)];
    if (!one) return;
    const some = createTokenIndex(tokens);
    for (const query of [one.symbol, one.address ?? '', `${one.symbol} ${one.chain}`]) {
      const assets = some.search(query, undefined);
      expect(assets).toContain(one);
      expect(new Set(assets).size).toBe(assets.length);
    }
  },
);
