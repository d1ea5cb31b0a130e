import { describe, expect, it } from 'vitest';
import type { WireToken } from '../../lib/api/schemas/tokens.ts';
import { chainsIn, searchTokens } from './search-tokens.ts';

const token = (asset: string, name: string): WireToken => {
  const [chain = '', rest = ''] = asset.split('.');
  const [symbol = '', address] = rest.split('-');
  return {
    asset,
    chain: chain as WireToken['chain'], // written in this file
    symbol,
    name,
    decimals: 8,
    providers: ['THORCHAIN'],
    ...(address ? { address } : {}),
  };
};
const USDC = 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const TOKENS = [
  token('AVAX.AVAX', 'Avalanche'),
  token('AVAX.USDC-0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', 'USD Coin'),
  token('BTC.BTC', 'Bitcoin'),
  token('ETH.ETH', 'Ether'),
  token(USDC, 'USD Coin'),
  token('ETH.WBTC-0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 'Wrapped Bitcoin'),
];
const found = (query: string, chain?: WireToken['chain']) =>
  searchTokens(TOKENS, query, chain).map((item) => item.asset);

describe('finding an asset', () => {
  it('begins with what most people want', () => {
    expect(found('').slice(0, 3)).toEqual(['BTC.BTC', 'ETH.ETH', USDC]);
  });
  it('puts the exact symbol before what only contains it', () => {
    expect(found('btc')[0]).toBe('BTC.BTC');
    expect(found('btc')).toContain('ETH.WBTC-0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599');
  });
  it('finds by a pasted address in any case, by name and by chain', () => {
    expect(found('0xa0B86991C6218B36C1D19D4A2E9EB0CE3606EB48')).toEqual([USDC]);
    expect(found('usd coin')).toHaveLength(2);
    expect(found('avalanche')).toHaveLength(2);
    expect(found('usdc', 'AVAX')).toHaveLength(1);
  });
  it('lists what is held first', () => {
    const held = new Map([['eth.eth', 5]]);
    expect(searchTokens(TOKENS, '', undefined, held)[0]?.asset).toBe('ETH.ETH');
  });
  it('names each chain once', () => {
    expect(chainsIn(TOKENS)).toEqual(['BTC', 'ETH', 'AVAX']);
  });
});
