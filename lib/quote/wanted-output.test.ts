/** A quote for a wanted output: each provider's route reaches it, and the one that sells least comes first. */
import { describe, expect, it } from 'vitest';
import { assetOf } from '../domain/asset.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import type { WantedOutput } from '../domain/wanted-output.ts';
import type { Provider } from '../providers/provider.ts';
import { type AskOptions, askProviders } from './ask-providers.ts';
import { rankRoutes } from './rank-routes.ts';
import { amountOf, draftFor, type FakeProvider, NOTHING_CREATED, providerOf } from './test-quotes.ts';

const WANTED: WantedOutput = { buyAmount: '3', exact: 'expected' };

/** Sells at so many ETH for a BTC, less a fixed fee; a hundredth less is guaranteed. */
const desk = (id: ProviderId, rate: number, overrides: Partial<Provider> = {}): FakeProvider =>
  providerOf(
    id,
    async (request) => [draftFor(request, { buy: (Number(request.sellAmount) * rate - 0.004).toFixed(8) })],
    overrides,
  );

const ask = (providers: readonly FakeProvider[], options: Partial<AskOptions> = {}) =>
  askProviders(
    providers.map((provider) => ({
      provider,
      request: {
        providerId: provider.ids[0] ?? 'GARDEN',
        sellAsset: assetOf('BTC.BTC'),
        buyAsset: assetOf('ETH.ETH'),
        slippageBps: 100,
        includeTx: false,
        wanted: WANTED,
      },
    })),
    {
      deadlineMs: 5000,
      preparing: NOTHING_CREATED,
      clientAddress: '',
      signal: new AbortController().signal,
      log: () => undefined,
      priceOf: ({ chain }) => ({ decimals: 8, priceUsd: chain === 'BTC' ? 96_000 : 3370 }),
      ...options,
    },
  );

describe('asking providers for a wanted output', () => {
  it('finds for each what it must sell, and puts the one that sells least first', async () => {
    const results = await ask([desk('CHAINFLIP', 28), desk('GARDEN', 29), desk('THORCHAIN', 27)]);
    const drafts = results.flatMap(({ routes }) => routes);
    const sold = drafts.map(({ sell }) => Number(sell.baseUnits) / 1e8);
    for (const [index, rate] of [28, 29, 27].entries()) expect(sold[index]).toBeCloseTo(3.004 / rate, 3);
    for (const { expectedBuy } of drafts) expect(expectedBuy.baseUnits).toBeGreaterThanOrEqual(300_000_000n);
    const ranked = rankRoutes(drafts, new Map(), { slippageBps: 100, wanted: WANTED });
    expect(ranked.map(({ draft }) => draft.providers[0])).toEqual(['GARDEN', 'CHAINFLIP', 'THORCHAIN']);
    const [cheapest] = ranked[0]?.tags.filter(({ tag }) => tag === 'CHEAPEST') ?? [];
    expect(cheapest?.reason).toMatch(/^least sold, the next takes 3\.\d % more$/);
  });

  it('asks a provider that says itself what to sell first, and counts that', async () => {
    const garden = desk('GARDEN', 29, { saleFor: async () => ({ sellAmount: '0.10358621', questions: 1 }) });
    const [result] = await ask([garden]);
    expect(garden.asked.map(({ sellAmount }) => sellAmount)).toEqual(['0.10358621']);
    expect(result?.routes).toHaveLength(1);
  });

  it('takes no route that sells another amount than it was asked for', async () => {
    const liar = providerOf('GARDEN', async (request) => [
      draftFor(request, { overrides: { sell: amountOf('9', 'BTC.BTC') } }),
    ]);
    const [result] = await ask([liar]);
    expect(result?.failure).toMatchObject({ errorCode: 'unknownError' });
  });

  it('drops a living order that no longer brings what is wanted', async () => {
    const old = draftFor(
      {
        ...{ providerId: 'GARDEN', sellAsset: assetOf('BTC.BTC'), buyAsset: assetOf('ETH.ETH') },
        ...{ sellAmount: '0.1', slippageBps: 100, includeTx: true },
      },
      { buy: '2.9' },
    );
    const [result] = await ask([desk('GARDEN', 29)], { preparing: { routes: async () => [old] } });
    expect(result?.failure?.message).toContain('less is bought than was asked for');
  });
});
