/** For tests: makes drafts and providers that behave as the test sets. */
import { type Amount, toBaseUnits } from '../domain/amount.ts';
import { assetOf } from '../domain/asset.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { Preparing } from '../order-creation/preparing.ts';
import type { Provider, ProviderQuoteRequest } from '../providers/provider.ts';

export const ETH_ADDRESS = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
export const BTC_ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

export const amountOf = (text: string, asset: string, decimals = 8): Amount => ({
  asset: assetOf(asset),
  decimals,
  baseUnits: toBaseUnits(text, decimals, 'exact') ?? 0n,
});

/** For providers that create nothing. */
export const NOTHING_CREATED: Pick<Preparing, 'routes'> = { routes: (_ask, quote) => quote() };

export type DraftOptions = {
  buy?: string;
  seconds?: number;
  fees?: RouteDraft['fees'];
  overrides?: Partial<RouteDraft>;
};

/** A draft that fits the request. */
export function draftFor(request: ProviderQuoteRequest, options: DraftOptions = {}): RouteDraft {
  const sell: Amount = {
    asset: request.sellAsset,
    decimals: 8,
    baseUnits: toBaseUnits(request.sellAmount, 8, 'exact') ?? 0n,
  };
  const expectedBuy: Amount = {
    asset: request.buyAsset,
    decimals: 8,
    baseUnits: toBaseUnits(options.buy ?? '14.2', 8, 'exact') ?? 0n,
  };
  const guaranteedBuy = { ...expectedBuy, baseUnits: (expectedBuy.baseUnits * 99n) / 100n };
  return {
    providers: [request.providerId],
    sell,
    expectedBuy,
    guaranteedBuy,
    sourceAddress: request.sourceAddress ?? '',
    destinationAddress: request.destinationAddress ?? '',
    fees: options.fees ?? [],
    estimatedTime: { total: options.seconds ?? 600 },
    totalSlippageBps: 20,
    legs: [{ provider: request.providerId, sell, buy: expectedBuy, buyAtMaxSlippage: guaranteedBuy }],
    warnings: [],
    pricesUsd: [
      { asset: request.sellAsset, priceUsd: 96_000 },
      { asset: request.buyAsset, priceUsd: 3370 },
    ],
    ...options.overrides,
  };
}

export type FakeProvider = Provider & { signals: AbortSignal[]; asked: ProviderQuoteRequest[] };

/** A provider of one id whose `quote` is `behave`; signals and requests are recorded. */
export function providerOf(id: ProviderId, behave: Provider['quote'], overrides: Partial<Provider> = {}): FakeProvider {
  const signals: AbortSignal[] = [];
  const asked: ProviderQuoteRequest[] = [];
  return {
    name: id.toLowerCase(),
    ids: [id],
    refuse: () => undefined,
    async quote(request, options) {
      signals.push(options.signal);
      asked.push(request);
      return behave(request, options);
    },
    track: async () => ({ observations: [], stale: false }),
    tokens: async () => [],
    signals,
    asked,
    ...overrides,
  };
}
