/** It is known at once which pairs of assets can have two legs, and the token list and the refusals agree. */
import { describe, expect, it } from 'vitest';
import { clientsWith } from '../../chain-clients/test-clients.ts';
import { type Asset, assetOf } from '../../domain/asset.ts';
import type { ProviderId } from '../../domain/provider-id.ts';
import type { Provider } from '../provider.ts';
import { createTwoLegProviders } from './index.ts';
import { ALICE, BTC, ETH, LINK, listed, pricedLeg, RECEIVER, twoLegOf, USDC, USDT } from './testing/priced-legs.ts';

const BONK = assetOf('SOL.BONK-DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263');
const CAKE = assetOf('BSC.CAKE-0x0E09FaBB73Bd3Ade0a17ECC321fD13a19e81cE82');
const LTC = assetOf('LTC.LTC');
const [IN, OUT, JUP] = ['ONEINCH->CHAINFLIP', 'CHAINFLIP->ONEINCH', 'JUPITER->CHAINFLIP'] as const;

const chainflipLike: Provider['refuse'] = ({ sellAsset }) =>
  sellAsset.chain === 'LTC'
    ? { code: 'missingChainflipSellChain', message: 'Chainflip does not reach LTC.' }
    : undefined;
const legs = () => [pricedLeg('CHAINFLIP', { refuse: chainflipLike }), pricedLeg('ONEINCH'), pricedLeg('JUPITER')];

describe('a pair of assets', () => {
  it.each([
    [IN, LINK, BTC],
    [IN, USDC, BTC],
    [IN, ETH, LINK],
    [JUP, BONK, BTC],
    [JUP, assetOf('SOL.SOL'), ETH],
    [OUT, BTC, LINK],
    [OUT, LINK, ETH],
  ] as [ProviderId, Asset, Asset][])('%s is worth asking', (id, sellAsset, buyAsset) => {
    expect(twoLegOf(id, legs()).refuse({ sellAsset, buyAsset }, id)).toBeUndefined();
  });

  it.each([
    [IN, BTC, LINK, 'unsupportedChainId', 'starts on Ethereum, Arbitrum and BNB Smart Chain, not on Bitcoin'],
    [JUP, LINK, BTC, 'unsupportedChainId', 'starts on Solana, not on Ethereum'],
    [OUT, BTC, assetOf('AVAX.AVAX'), 'unsupportedChainId', 'ends on Ethereum'],
    [IN, LINK, LINK, 'quoteNotFound', 'into itself'],
    [IN, assetOf('THOR.BTC/BTC'), BTC, 'crossChainNotSupported', 'synthetic'],
    [OUT, LTC, LINK, 'missingChainflipSellChain', 'Chainflip, the first leg: Chainflip does not reach LTC.'],
    [OUT, BTC, CAKE, 'dexAggregationNotSupported', 'deploy CcmReceiver'],
  ] as [ProviderId, Asset, Asset, string, string][])(
    '%s is refused without a request, with the reason',
    async (id, sellAsset, buyAsset, code, message) => {
      const own = legs();
      const provider = twoLegOf(id, own);
      const refused = provider.refuse({ sellAsset, buyAsset }, id);
      expect(refused?.code).toBe(code);
      expect(refused?.message).toContain(message);
      const asked = { providerId: id, sellAsset, buyAsset, sellAmount: '1', slippageBps: 100, includeTx: false };
      const error = await provider.quote(asked, { signal: new AbortController().signal }).catch((one: unknown) => one);
      expect(error).toMatchObject({ code, message: refused?.message });
      expect(own.flatMap((leg) => leg.asked)).toEqual([]);
      expect(own.map((leg) => leg.listed.times)).toEqual([0, 0, 0]);
    },
  );

  it('is refused by name and setting when the contract is missing', () => {
    const refused = twoLegOf(OUT, legs(), {}).refuse({ sellAsset: BTC, buyAsset: LINK }, OUT);
    expect(refused?.message).toMatch(/CcmReceiver.*CHAINFLIP_CCM_RECEIVERS.*lib\/solidity\/README\.md/);
  });

  it('without a meeting point has the leg’s own code', () => {
    const never: Provider['refuse'] = () => ({ code: 'tokenNotFound', message: 'Unknown.' });
    const provider = twoLegOf(IN, [pricedLeg('CHAINFLIP'), pricedLeg('ONEINCH', { refuse: never })]);
    const refused = provider.refuse({ sellAsset: LINK, buyAsset: BTC }, IN);
    expect(refused).toMatchObject({ code: 'tokenNotFound', message: '1inch, the first leg: Unknown.' });
  });
});

describe('the providers', () => {
  const made = (providers: Provider[]) =>
    createTwoLegProviders({
      providers,
      receivers: { ETH: RECEIVER },
      network: 'mainnet',
      clients: clientsWith(),
      now: () => 0,
      log: () => undefined,
    }).map(({ ids }) => ids[0]);

  it('exist when both legs do, and only then', () => {
    const [chainflip, oneinch, jupiter] = legs();
    if (!chainflip || !oneinch || !jupiter) throw new Error('no legs');
    expect(made([chainflip, oneinch, jupiter])).toEqual([JUP, IN, OUT]);
    expect(made([chainflip, oneinch])).toEqual([IN, OUT]);
    expect(made([chainflip, jupiter])).toEqual([JUP]);
    expect(made([oneinch, jupiter])).toEqual([]);
  });

  it('need of their legs the capabilities of a leg', () => {
    const [chainflip, oneinch] = legs();
    if (!chainflip || !oneinch) throw new Error('no legs');
    const { channels: _none, ...closed } = chainflip;
    expect(made([closed, oneinch])).toEqual([]);
    const { swapCall: _call, ...fixed } = oneinch;
    expect(made([chainflip, fixed])).toEqual([IN]);
  });
});

describe('the token list', () => {
  const lists = () => [
    pricedLeg('CHAINFLIP', {
      lists: async () => [
        listed(BTC, 'CHAINFLIP', { priceUsd: 100_000 }),
        listed(USDC, 'CHAINFLIP', { unavailable: 'Switched off.' }),
        listed(USDT, 'CHAINFLIP', { unavailable: 'Switched off.' }),
      ],
    }),
    pricedLeg('ONEINCH', {
      lists: async () => [
        listed(LINK, 'ONEINCH', { logoURI: 'https://x/link.png' }),
        listed(USDC, 'ONEINCH', { priceUsd: 1 }),
        listed(CAKE, 'ONEINCH'),
        listed(assetOf('AVAX.AVAX'), 'ONEINCH'),
      ],
    }),
  ];
  const tokensOf = async (id: ProviderId, receivers?: Record<string, string>) => {
    const tokens = await twoLegOf(id, lists(), receivers).tokens({ signal: new AbortController().signal });
    for (const { providers } of tokens) expect(providers).toEqual([id]);
    return tokens;
  };
  const symbols = (tokens: { asset: Asset }[]) => tokens.map(({ asset }) => asset.symbol).sort();

  it('has what the first leg sells where it can start, and what the second pays out, each once', async () => {
    const tokens = await tokensOf(IN);
    expect(symbols(tokens)).toEqual(['BTC', 'CAKE', 'LINK', 'USDC', 'USDT']);
    const bySymbol = new Map(tokens.map((token) => [token.asset.symbol, token]));
    expect(bySymbol.get('LINK')).toMatchObject({ logoURI: 'https://x/link.png' });
    // It can be sold, though not bought now.
    expect(bySymbol.get('USDC')).toMatchObject({ priceUsd: 1 });
    expect(bySymbol.get('USDC')?.unavailable).toBeUndefined();
    expect(bySymbol.get('USDT')?.unavailable).toBe('Switched off.');
  });

  it('has the second leg’s tokens only on chains with a contract', async () => {
    expect(symbols(await tokensOf(OUT))).toEqual(['BTC', 'LINK', 'USDC', 'USDT']);
    expect(symbols(await tokensOf(OUT, { ETH: ALICE, BSC: ALICE }))).toContain('CAKE');
    expect(await tokensOf(OUT, {})).toEqual([]);
  });

  it('fails whole when a leg’s list does: the last good one stays', async () => {
    const provider = twoLegOf(IN, [
      pricedLeg('CHAINFLIP', { lists: () => Promise.reject(new Error('down')) }),
      pricedLeg('ONEINCH'),
    ]);
    await expect(provider.tokens({ signal: new AbortController().signal })).rejects.toThrow('down');
  });
});
