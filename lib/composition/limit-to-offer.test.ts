/** An asset that a deployment does not offer is neither listed nor quoted, and a request for it says so. */
import { expect, it } from 'vitest';
import { readSettings } from '../config/env.ts';
import { assetOf } from '../domain/asset.ts';
import { EVERYTHING } from '../domain/offer.ts';
import type { Provider } from '../providers/provider.ts';
import { providerOf } from '../quote/test-quotes.ts';
import { limitToOffer } from './limit-to-offer.ts';

const USDC = 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const listed = ['BTC.BTC', 'ETH.ETH', USDC, 'DOGE.DOGE'].map((id) => ({
  asset: assetOf(id),
  name: id,
  decimals: 8,
  providers: ['THORCHAIN' as const],
}));
const provider: Provider = { ...providerOf('THORCHAIN', async () => []), tokens: async () => listed };
const limited = (environment: Record<string, string>): Provider => {
  const [one] = limitToOffer([provider], readSettings(environment).offer);
  if (!one) throw new Error('no provider');
  return one;
};
const signal = new AbortController().signal;
const refusal = (one: Provider, sell: string, buy: string) =>
  one.refuse({ sellAsset: assetOf(sell), buyAsset: assetOf(buy) }, 'THORCHAIN');

it('lists and quotes offered assets', async () => {
  const one = limited({ CHAINS: 'BTC,ETH', TOKENS_DENIED: USDC.toLowerCase() });
  expect((await one.tokens({ signal })).map(({ name }) => name)).toEqual(['BTC.BTC', 'ETH.ETH']);
  expect(refusal(one, 'BTC.BTC', 'ETH.ETH')).toEqual(refusal(provider, 'BTC.BTC', 'ETH.ETH'));
  for (const [sell, buy] of [
    ['DOGE.DOGE', 'BTC.BTC'],
    ['BTC.BTC', 'DOGE.DOGE'],
    [USDC, 'BTC.BTC'],
  ] as const)
    expect(refusal(one, sell, buy)).toMatchObject({
      code: 'tokenNotFound',
      message: expect.stringMatching(/^This deployment does not offer .+\.$/),
    });
});

it('changes nothing when everything is offered', () => {
  const all = [provider];
  expect(limitToOffer(all, EVERYTHING)).toBe(all);
});
