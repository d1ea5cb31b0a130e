/** The quote as a whole: which providers are asked, what is answered, in which order, and that it was stored first. */

import { describe, expect, it } from 'vitest';
import { draftOfRoute } from '../api/resume-notes.ts';
import { quoteResponseSchema, type WireProviderError } from '../api/schemas/quote.ts';
import { verifySignature } from '../api/signatures.ts';
import type { StoredQuote } from '../db/store.ts';
import { TYPED_DATA } from '../db/test-preparations.ts';
import { assetOf } from '../domain/asset.ts';
import { ProviderError } from '../domain/errors.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { Provider } from '../providers/provider.ts';
import { testSigning } from '../signing/test-signing.ts';
import { decodeQuoteRequest } from './decode-request.ts';
import { getQuote, type QuoteDeps, type QuoteOptions } from './get-quote.ts';
import { amountOf, BTC_ADDRESS, draftFor, ETH_ADDRESS, NOTHING_CREATED, providerOf } from './test-quotes.ts';

const body = { sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '0.5', slippage: 1 };

const signing = await testSigning();

function setUp(providers: Provider[], change: Partial<QuoteDeps> = {}) {
  const saved: StoredQuote[] = [];
  const deps: QuoteDeps = {
    providers,
    affiliates: { ptg: { thorname: 'ptg' } },
    store: {
      saveQuote: async (quote) => {
        saved.push(quote);
      },
    },
    quoteTimeoutMs: 2000,
    signer: signing,
    preparing: NOTHING_CREATED,
    off: {},
    now: () => 1_790_000_000_000,
    newQuoteId: () => `quote-${saved.length}`,
    ...change,
  };
  const events: string[] = [];
  const ask = (fields: Record<string, unknown> = {}, more: Partial<QuoteOptions> = {}) =>
    getQuote(
      deps,
      decodeQuoteRequest({ ...body, ...fields }, { network: 'mainnet', canonicalAsset: (asset) => asset }),
      {
        signal: new AbortController().signal,
        log: () => undefined,
        publicUrl: 'https://portage.example',
        clientAddress: '',
        onRoute: (route) => events.push(`route ${route.providers[0]} ${route.meta.tags.length}`),
        onProviderError: (error) => events.push(`providerError ${error.provider}`),
        ...more,
      },
    );
  return { saved, events, ask };
}

const thor = (buy: string, seconds = 600) =>
  providerOf('THORCHAIN', async (request) => [draftFor(request, { buy, seconds })]);
const maya = (buy: string, seconds = 600) =>
  providerOf('MAYACHAIN', async (request) => [draftFor(request, { buy, seconds })]);

describe('a quote', () => {
  it('puts the recommended route first and each tag on exactly one route', async () => {
    const { ask } = setUp([thor('14.1', 900), maya('14.2', 800)]);
    const quote = await ask();
    expect(quote.routes.map((route) => route.providers)).toEqual([['MAYACHAIN'], ['THORCHAIN']]);
    expect(quote.routes.map((route) => route.meta.tags.toSorted())).toEqual([
      ['CHEAPEST', 'FASTEST', 'RECOMMENDED'],
      [],
    ]);
    expect(quote.routes[0]?.meta.tagReasons?.RECOMMENDED).toBeTypeOf('string');
    expect(quote).not.toHaveProperty('error');
  });

  it('names the missing key to a caller that requests the provider by name, and never asks it by default', async () => {
    const { ask } = setUp([thor('14')], { off: { GARDEN: 'Garden wants a key.' } });
    const byName = await ask({ providers: ['GARDEN', 'MAYACHAIN'] });
    expect(byName.providerErrors).toEqual([
      { provider: 'GARDEN', errorCode: 'quoteNotFound', message: 'Garden wants a key.' },
      { provider: 'MAYACHAIN', errorCode: 'quoteNotFound', message: 'This deployment has not enabled Maya.' },
    ]);
    expect(await ask()).not.toHaveProperty('providerErrors');
  });

  it('hands out the parts of an order: its number, its message and the holder of the refund key, stored as sent', async () => {
    const refund = { by: 'sender' as const, note: 'You get it back.' };
    const garden = providerOf('GARDEN', async (request) => [
      draftFor(request, { overrides: { orderId: 'order-1', typedData: TYPED_DATA, refund } }),
    ]);
    const { ask, saved } = setUp([garden]);
    const quote = await ask();
    expect(quote.routes[0]?.meta).toMatchObject({ orderId: 'order-1', typedData: TYPED_DATA, refund });
    expect(saved[0]?.drafts[0]).toMatchObject({ orderId: 'order-1', typedData: TYPED_DATA });
  });

  it('gives a single route all three tags', async () => {
    const quote = await setUp([thor('14')]).ask();
    expect(quote.routes[0]?.meta.tags).toHaveLength(3);
  });

  it('subtracts the sender’s fees on top, in money, before it ranks', async () => {
    const costly = providerOf('THORCHAIN', async (request) => [
      draftFor(request, {
        buy: '14.3',
        fees: [{ type: 'inbound', amount: amountOf('0.1', 'BTC.BTC'), chain: 'BTC', protocol: 'THORCHAIN' }],
      }),
    ]);
    const quote = await setUp([costly, maya('14.2')]).ask();
    expect(quote.routes.map((route) => route.providers[0])).toEqual(['MAYACHAIN', 'THORCHAIN']);
    expect(quote.routes[1]?.meta.tags).toContain('CHEAPEST');
  });

  it('judges all routes by one set of prices, whatever prices each provider reports', async () => {
    const boasting = providerOf('THORCHAIN', async (request) => [
      draftFor(request, { buy: '14.1', overrides: { pricesUsd: [{ asset: request.buyAsset, priceUsd: 1_000_000 }] } }),
    ]);
    const quote = await setUp([boasting, maya('14.2')]).ask();
    expect(quote.routes[0]?.providers).toEqual(['MAYACHAIN']);
    const prices = quote.routes.map((route) => route.meta.assets?.find(({ asset }) => asset === 'ETH.ETH')?.price);
    expect(prices).toEqual([3370, 3370]);
  });

  it('loses only the routes of a provider that fails, and says why', async () => {
    const halted = providerOf('THORCHAIN', async () => {
      throw new ProviderError('tradingHalted', 'THORChain has paused trading on Bitcoin.');
    });
    const quote = await setUp([halted, maya('14.2')]).ask();
    expect(quote.routes).toHaveLength(1);
    expect(quote.providerErrors).toEqual([
      { provider: 'THORCHAIN', errorCode: 'tradingHalted', message: 'THORChain has paused trading on Bitcoin.' },
    ]);
    expect(quote).not.toHaveProperty('error');
  });

  it('says so when there is no route at all, and stores that answer too', async () => {
    const { ask, saved } = setUp([providerOf('THORCHAIN', async () => [])]);
    const quote = await ask();
    expect(quote.routes).toEqual([]);
    expect(quote.error).toContain('No route');
    expect(saved).toHaveLength(1);
    expect((await setUp([]).ask()).error).toContain('enabled no provider');
  });

  it('asks only requested providers, and answers for those that are not enabled', async () => {
    const [asked, notAsked] = [thor('14'), maya('14')];
    const quote = await setUp([asked, notAsked]).ask({ providers: ['THORCHAIN', 'ONEINCH->CHAINFLIP', 'GARDEN'] });
    expect([asked.asked.length, notAsked.asked.length]).toEqual([1, 0]);
    expect(quote.providerErrors?.map(({ provider }) => provider)).toEqual(['ONEINCH->CHAINFLIP', 'GARDEN']);
    for (const error of quote.providerErrors ?? []) expect(error.message).toContain('not enabled');
  });

  it('does not ask when the provider refuses locally, even when that check itself fails', async () => {
    const refusing = providerOf('THORCHAIN', async () => [], {
      refuse: () => ({ code: 'tokenNotFound', message: 'THORChain has no pool of it.' }),
    });
    const broken = providerOf('MAYACHAIN', async () => [], {
      refuse: () => {
        throw new Error('bug');
      },
    });
    const quote = await setUp([refusing, broken]).ask();
    expect([refusing.asked, broken.asked]).toEqual([[], []]);
    expect(quote.providerErrors?.map(({ errorCode }) => errorCode)).toEqual(['tokenNotFound', 'unknownError']);
  });

  it('answers tokenNotFound for each asked or refused provider, in the stream too, when no list has the asset', async () => {
    const refusing = providerOf('THORCHAIN', async () => [], {
      refuse: () => ({ code: 'unsupportedChainId', message: 'THORChain does not reach it.' }),
    });
    const asked = providerOf('MAYACHAIN', async () => {
      throw new ProviderError('crossChainNotSupported', 'Maya does not swap it.');
    });
    const reported: WireProviderError[] = [];
    const set = setUp([refusing, asked], { lists: ({ chain }) => chain !== 'ETH' });
    const quote = await set.ask({}, { onProviderError: (error) => reported.push(error) });
    expect(quote.providerErrors).toEqual([
      {
        provider: 'THORCHAIN',
        errorCode: 'tokenNotFound',
        message: 'No provider lists ETH.ETH. THORChain does not reach it.',
      },
      {
        provider: 'MAYACHAIN',
        errorCode: 'tokenNotFound',
        message: 'No provider lists ETH.ETH. Maya does not swap it.',
      },
    ]);
    expect(reported).toEqual(quote.providerErrors);
    expect(set.saved[0]?.response).toEqual(quote);
  });

  it('names the listed token at an address when the caller’s symbol differs, and asks no provider', async () => {
    const usdc = assetOf('ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48');
    const provider = thor('14');
    const set = setUp([provider], {
      listedAt: ({ kind }) => (kind === 'token' ? [usdc] : []),
      lists: ({ symbol }) => symbol !== 'USDX',
    });
    const quote = await set.ask({ buyAsset: 'ETH.USDX-0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' });
    expect(quote.routes).toEqual([]);
    expect(provider.asked).toEqual([]);
    expect(quote.providerErrors).toEqual([
      {
        provider: 'THORCHAIN',
        errorCode: 'tokenNotFound',
        message:
          'No provider lists ETH.USDX-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48. Listed at this address: ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48.',
      },
    ]);
    expect((await set.ask({ buyAsset: 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' })).routes).toHaveLength(1);
  });

  it('names the token’s own symbol at an unlisted address, when the caller’s symbol differs', async () => {
    const own = assetOf('ETH.PEPE-0x6982508145454Ce325dDbE47a25d4ec3d2311933');
    const provider = thor('14');
    const set = setUp([provider], { namedOnChain: async ({ kind }) => (kind === 'token' ? own : undefined) });
    const quote = await set.ask({ buyAsset: 'ETH.USDC-0x6982508145454Ce325dDbE47a25d4ec3d2311933' });
    expect(quote.routes).toEqual([]);
    expect(provider.asked).toEqual([]);
    expect(quote.providerErrors).toEqual([
      {
        provider: 'THORCHAIN',
        errorCode: 'tokenNotFound',
        message: 'The token at this address is ETH.PEPE-0x6982508145454Ce325dDbE47a25d4ec3d2311933.',
      },
    ]);
    expect((await set.ask({ buyAsset: 'ETH.PEPE-0x6982508145454Ce325dDbE47a25d4ec3d2311933' })).routes).toHaveLength(1);
  });

  it('costs no route when a chain does not say how its token is named', async () => {
    const silent = setUp([thor('14')], { namedOnChain: () => Promise.reject(new Error('no node')) });
    expect((await silent.ask({ buyAsset: 'ETH.PEPE-0x6982508145454Ce325dDbE47a25d4ec3d2311933' })).routes).toHaveLength(
      1,
    );
  });

  it('is stored before it is sent, exactly as it is sent', async () => {
    const { ask, saved } = setUp([thor('14.1'), maya('14.2')]);
    const quote = await ask({ sourceAddress: BTC_ADDRESS, destinationAddress: ETH_ADDRESS });
    expect(saved[0]?.response).toEqual(quote);
    expect(saved[0]?.id).toBe(quote.quoteId);
    expect(saved[0]?.drafts.map((draft) => draft.providers)).toEqual(quote.routes.map((route) => route.providers));
    expect(saved[0]?.request).toMatchObject({ sellAmount: '0.5', sourceAddress: BTC_ADDRESS });
    const failing = setUp([thor('14')], { store: { saveQuote: () => Promise.reject(new Error('disk full')) } });
    await expect(failing.ask()).rejects.toThrow('disk full');
  });

  it('passes the payout of a known affiliate to the provider, in any letter case', async () => {
    const provider = thor('14');
    await setUp([provider]).ask({ affiliate: 'PTG', affiliateFee: 30 });
    expect(provider.asked[0]?.affiliate).toEqual({ name: 'PTG', feeBps: 30, payout: { thorname: 'ptg' } });
  });

  it('never sends a route without the requested fee', async () => {
    for (const affiliate of ['nobody', 'constructor', 'toString']) {
      const provider = thor('14');
      const quote = await setUp([provider]).ask({ affiliate, affiliateFee: 30 });
      expect(provider.asked).toEqual([]);
      expect(quote.routes).toEqual([]);
      expect(quote.providerErrors?.[0]?.message).toContain(affiliate);
      expect(quote.providerErrors?.[0]?.message).toContain('Ask for one of ptg, or without affiliateFee.');
    }
  });

  it('loses a route that violates the wire’s schema, and nothing else', async () => {
    const broken = providerOf('THORCHAIN', async (request) => [
      draftFor(request, { overrides: { totalSlippageBps: Number.NaN } }),
    ]);
    const quote = await setUp([broken, maya('14.2')]).ask();
    expect(quote.routes.map((route) => route.providers[0])).toEqual(['MAYACHAIN']);
    expect(quote.providerErrors?.[0]).toMatchObject({ provider: 'THORCHAIN', errorCode: 'unknownError' });
  });

  const warningsFor = async (overrides: Partial<RouteDraft>, slippage: number) => {
    const { ask } = setUp([providerOf('THORCHAIN', async (request) => [draftFor(request, { overrides })])]);
    return (await ask({ slippage })).routes[0]?.warnings ?? [];
  };

  it('warns of the price impact with the number that the route shows', async () => {
    const steep = await warningsFor({ priceImpactPercent: 6.5, totalSlippageBps: 697 }, 1);
    expect(steep.map(({ code }) => code)).toEqual(['highPriceImpact']);
    expect(steep[0]?.display).toContain('6.5 %');
    expect(await warningsFor({ priceImpactPercent: 2.99, totalSlippageBps: 400 }, 1)).toEqual([]);
    expect(await warningsFor({ priceImpactPercent: -5, totalSlippageBps: -400 }, 1)).toEqual([]);
  });

  it('warns of the route’s whole cost, also when fees and not the pools cause it', async () => {
    const costly = await warningsFor({ priceImpactPercent: 0.2, totalSlippageBps: 1234 }, 1);
    expect(costly.map(({ code }) => code)).toEqual(['highSlippage']);
    expect(costly[0]?.display).toContain('12.34 %');
  });

  it('warns of a tolerance wider than the route needs, and of one that protects nothing', async () => {
    const codes = async (percent: number, slippage: number) =>
      (await warningsFor({ priceImpactPercent: percent }, slippage)).map(({ code }) => code);
    expect(await codes(0.1, 3)).toEqual([]);
    expect(await codes(0.1, 3.01)).toEqual(['exceedsRecommendedSlippage']);
    expect(await codes(2, 6)).toEqual([]);
    expect(await codes(40, 20.5)).toEqual(['highPriceImpact', 'exceedsRecommendedSlippage']);
    expect((await warningsFor({}, 100))[0]?.display).toContain('No least amount');
  });

  it('keeps a provider’s own warning of the same kind', async () => {
    const own = { code: 'highPriceImpact' as const, display: 'Own words.' };
    expect(await warningsFor({ warnings: [own], priceImpactPercent: 9 }, 1)).toEqual([own]);
  });

  it('says that a route guarantees less than the tolerance allows, beside any other reason', async () => {
    expect(await warningsFor({}, 1)).toEqual([]);
    const below = await warningsFor({}, 0.98);
    expect(below.map(({ code }) => code)).toEqual(['highSlippage']);
    expect(below[0]?.display).toBe('It guarantees 1 % less than expected, which is more than your 0.98 %.');
    const both = await warningsFor({ totalSlippageBps: 1234 }, 0.5);
    expect(both.map(({ code }) => code)).toEqual(['highSlippage']);
    expect(both[0]?.display).toMatch(/guarantees 1 % less .* costs 12.34 %/);
  });

  it('recommends a route within the tolerance before a more valuable one outside', async () => {
    const loose = providerOf('THORCHAIN', async (request) => {
      const draft = draftFor(request, { buy: '14.4' });
      return [{ ...draft, guaranteedBuy: { ...draft.guaranteedBuy, baseUnits: 1_400_000_000n } }];
    });
    const quote = await setUp([loose, maya('14.2')]).ask();
    expect(quote.routes.map(({ providers }) => providers[0])).toEqual(['MAYACHAIN', 'THORCHAIN']);
    expect(quote.routes[0]?.meta.tags).toContain('RECOMMENDED');
  });

  it('sends events as they come, untagged, before the whole quote', async () => {
    const { ask, events } = setUp([thor('14'), providerOf('MAYACHAIN', async () => [])]);
    await ask({ providers: ['JUPITER', 'THORCHAIN', 'MAYACHAIN'] });
    expect(events).toEqual(['providerError JUPITER', 'route THORCHAIN 0', 'providerError MAYACHAIN']);
  });

  it('answers what the interface promises', async () => {
    const quote = await setUp([thor('14.1'), maya('14.2')]).ask();
    expect(quoteResponseSchema.parse(JSON.parse(JSON.stringify(quote)))).toEqual(quote);
    expect(quote.routes[0]?.meta.assets?.[0]?.image).toBe('https://portage.example/tokens/btc.svg');
  });
});

describe('the signature of a route', () => {
  it('is over the route with its quote and its index, as it was sent and stored', async () => {
    const { ask, saved } = setUp([providerOf('THORCHAIN', async (request) => [draftFor(request), draftFor(request)])]);
    const { quoteId, routes } = await ask({ sourceAddress: BTC_ADDRESS, destinationAddress: ETH_ADDRESS });
    const keys = await signing.published();
    expect(routes).toHaveLength(2);
    for (const [routeIndex, route] of routes.entries()) {
      expect(await verifySignature({ quoteId, routeIndex, route }, keys)).toMatchObject({ ok: true });
      const elsewhere = { quoteId, routeIndex: 1 - routeIndex, route };
      expect(await verifySignature(elsewhere, keys)).toMatchObject({ ok: false, reason: 'changed' });
      const lie = { ...route, destinationAddress: '0x0000000000000000000000000000000000000001' };
      expect(await verifySignature({ quoteId, routeIndex, route: lie }, keys)).toMatchObject({ reason: 'changed' });
    }
    expect(saved[0]?.response.routes).toEqual(routes);
  });

  it('covers what tracking needs when something can be paid, and nothing otherwise', async () => {
    const payable = { inboundAddress: BTC_ADDRESS, memo: '=:e:x', tracking: { variant: 'plain' } };
    const quote = async (overrides: Partial<RouteDraft>) =>
      setUp([providerOf('THORCHAIN', async (request) => [draftFor(request, { overrides })])]);
    const { ask, saved } = await quote(payable);
    const [route] = (await ask({ sourceAddress: BTC_ADDRESS, destinationAddress: ETH_ADDRESS })).routes;
    const draft = route && draftOfRoute(route);
    expect(draft).toEqual({ ...saved[0]?.drafts[0], pricesUsd: [] });
    const [indicative] = (await (await quote({})).ask()).routes;
    expect(indicative?.meta.resume).toBeUndefined();
    expect(indicative?.meta.signature).toBeDefined();
  });
});
