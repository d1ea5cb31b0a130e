/** A form never opens with an asset that its deployment does not offer. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assetKey, assetOf } from '../domain/asset.ts';
import { CHAIN_IDS } from '../domain/chain-id.ts';
import { EVERYTHING, notOffered } from '../domain/offer.ts';
import { popularAssets } from '../domain/popular-assets.ts';
import { firstPair } from './first-pair.ts';

const keys = (...ids: string[]) => new Set(ids.map((id) => assetKey(assetOf(id))));

describe('the first pair', () => {
  it('is Bitcoin and Ether when everything is offered', () => {
    expect(firstPair(EVERYTHING)).toEqual({ sell: 'BTC.BTC', buy: 'ETH.ETH' });
  });

  it('is of the offered chains, even when there is only one', () => {
    expect(firstPair({ ...EVERYTHING, chains: ['SOL', 'THOR', 'LTC'] })).toEqual({ sell: 'SOL.SOL', buy: 'THOR.RUNE' });
    expect(firstPair({ ...EVERYTHING, chains: ['ETH', 'SOL'] })).toEqual({ sell: 'ETH.ETH', buy: 'SOL.SOL' });
    const { sell, buy } = firstPair({ ...EVERYTHING, chains: ['ETH'] });
    expect([sell, buy.split('-')[0]]).toEqual(['ETH.ETH', 'ETH.USDC']);
  });

  it('is of the offered assets', () => {
    const only = keys('DOGE.DOGE', 'ETH.XYZ-0x0000000000000000000000000000000000000001');
    const { sell, buy } = firstPair({ ...EVERYTHING, only });
    expect(keys(sell, buy)).toEqual(only);
  });

  it('never has one asset twice, and is offered wherever two popular ones are', () => {
    const ids = fc.uniqueArray(fc.constantFrom(...popularAssets));
    fc.assert(
      fc.property(fc.subarray([...CHAIN_IDS], { minLength: 1 }), ids, (chains, denied) => {
        const offer = { chains, only: undefined, denied: keys(...denied) };
        const { sell, buy } = firstPair(offer);
        expect(sell).not.toBe(buy);
        const left = popularAssets.filter((id) => notOffered(assetOf(id), offer) === undefined);
        const traded = left.filter((id) => !['KUJI', 'XRD'].includes(assetOf(id).chain));
        if (traded.length > 1) for (const id of [sell, buy]) expect(left).toContain(id);
      }),
    );
  });
});
