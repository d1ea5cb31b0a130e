import { describe, expect, it } from 'vitest';
import { embedPath } from './embed-path.ts';
import { changedPreset, formSearch } from './form-preset.ts';
import { askedProviders, losesTooMuch, offersAsset } from './offers.ts';

const FIRST = { sell: 'BTC.BTC', buy: 'ETH.ETH' };
const HASH = '#portage=instance_0123456789&host=https%3A%2F%2Fshop.example';

describe('a frame', () => {
  it('stays below /embed, with its options, its embed id and its host', () => {
    const path = embedPath('/track/q1/0?hash=ab', { theme: 'dark' }, '?embedId=emb_1&sell=BTC.BTC', HASH);
    expect(path).toBe(`/embed/track/q1/0?theme=dark&hash=ab&embedId=emb_1${HASH}`);
  });

  it('has no page of the site but the swap and its tracking', () => {
    for (const path of ['/activity', '/settings', '/receipt/q1/0', '/docs', '/embed'])
      expect(embedPath(path, {}, '', '')).toBeUndefined();
  });

  it('opens another swap without letting go of what the host holds', () => {
    const options = { to: 'bc1qshop', amount: '1', lock: ['to'] } as const;
    const path = embedPath('/?sell=ETH.ETH&buy=BTC.BTC&amount=2&to=bc1qother', options, '', '');
    expect(path).toBe('/embed?amount=2&to=bc1qshop&lock=to&sell=ETH.ETH&buy=BTC.BTC');
  });

  it('opens with two assets that the host offers', () => {
    expect(formSearch({}, '', FIRST)).toBe('?sell=BTC.BTC&buy=ETH.ETH');
    expect(formSearch({ chains: ['SOL', 'ETH'] }, '', FIRST)).toBe('?sell=ETH.ETH&buy=SOL.SOL');
    expect(formSearch({ buy: 'BTC.BTC' }, '', FIRST)).toBe('?buy=BTC.BTC&sell=ETH.ETH');
    expect(formSearch({ sell: 'SOL.SOL', amount: '3' }, '?value=9&route=X', FIRST)).toBe(
      '?sell=SOL.SOL&amount=3&buy=BTC.BTC&route=X&value=9',
    );
    expect(formSearch({}, '', { sell: 'SOL.SOL', buy: 'THOR.RUNE' })).toBe('?sell=SOL.SOL&buy=THOR.RUNE');
  });

  it('leaves what a person typed alone where the host changed something else', () => {
    const before = { sell: 'BTC.BTC', amount: '1', theme: 'dark' } as const;
    expect(changedPreset(before, { ...before, theme: 'light' })).toBeUndefined();
    expect(changedPreset(before, { ...before, amount: '2' })).toEqual({ amount: '2' });
    expect(changedPreset(before, { theme: 'dark' })).toBeUndefined();
  });

  it('offers what is allowed and not hidden', () => {
    const options = { chains: ['BTC', 'ETH'], hideTokens: ['ETH.ETH'] } as const;
    expect(['BTC.BTC', 'eth.eth', 'ETH.USDC-0xA0', 'SOL.SOL'].map((asset) => offersAsset(options, asset))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(askedProviders({}, ['THORCHAIN'])).toBeUndefined();
    expect(askedProviders({ hideProviders: ['GARDEN'] }, ['THORCHAIN', 'GARDEN'])).toEqual(['THORCHAIN']);
  });

  it('trades nothing that loses more than the host lets pass', () => {
    const route = (bps: number, priceImpact?: number) => ({ totalSlippageBps: bps, meta: { priceImpact } });
    expect(losesTooMuch({}, route(9000))).toBe(false);
    expect(losesTooMuch({ maxPriceImpact: 3 }, route(299))).toBe(false);
    expect(losesTooMuch({ maxPriceImpact: 3 }, route(301))).toBe(true);
    expect(losesTooMuch({ maxPriceImpact: 3 }, route(0, 4))).toBe(true);
  });
});
