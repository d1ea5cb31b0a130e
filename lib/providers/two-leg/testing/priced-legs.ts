/** Providers with a price list, for tests of quotes: every answer can be computed in advance to the unit. */
import { clientsWith } from '../../../chain-clients/test-clients.ts';
import { fromBaseUnits, mulDiv, toBaseUnits } from '../../../domain/amount.ts';
import { type Asset, assetOf, formatAsset } from '../../../domain/asset.ts';
import { ProviderError } from '../../../domain/errors.ts';
import type { ProviderId } from '../../../domain/provider-id.ts';
import type { RouteDraft } from '../../../domain/route.ts';
import {
  type CallOptions,
  type ListedToken,
  NO_CHANNELS,
  type Provider,
  type ProviderQuoteRequest,
} from '../../provider.ts';
import { createTwoLegProviders } from '../index.ts';

export const USDC = assetOf('ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48');
export const USDT = assetOf('ETH.USDT-0xdAC17F958D2ee523a2206206994597C13D831ec7');
export const LINK = assetOf('ETH.LINK-0x514910771AF9Ca656af840dff83E8264EcF986CA');
export const ETH = assetOf('ETH.ETH');
export const BTC = assetOf('BTC.BTC');
export const ALICE = '0x1111111111111111111111111111111111111111';
export const ALICE_BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
export const RECEIVER = '0xCF1cC00000000000000000000000000000000cF1';
/** Everything is counted with six decimals here. */
export const DECIMALS = 6;
const PER = 1_000_000n;

export type LegRules = {
  /** Base units bought for a million sold; undefined: no route. Default 1 to 1. */
  rate?: (sell: Asset, buy: Asset) => bigint | undefined;
  /** Taken off every payout, whatever the amount. */
  fixedFee?: bigint;
  /** Below it deposits are kept. Default, at Chainflip: 1. */
  minimum?: bigint;
  maximum?: bigint;
  /** Replaces the answer. */
  instead?: (request: ProviderQuoteRequest, options: CallOptions) => Promise<RouteDraft[]> | undefined;
  change?: (draft: RouteDraft) => RouteDraft;
  lists?: () => Promise<ListedToken[]>;
  refuse?: Provider['refuse'];
};

export type PricedLeg = Provider & { asked: ProviderQuoteRequest[]; listed: { times: number } };

type Terms = { rate: string; fixed: string; slippageBps: number };

const payout = ({ rate, fixed, slippageBps }: Terms, sold: bigint): bigint => {
  const gross = mulDiv(mulDiv(sold, BigInt(rate), PER, 'down'), BigInt(10_000 - slippageBps), 10_000n, 'down');
  return gross > BigInt(fixed) ? gross - BigInt(fixed) : 0n;
};

export const listed = (asset: Asset, id: ProviderId, change: Partial<ListedToken> = {}): ListedToken => ({
  asset,
  name: asset.symbol,
  decimals: DECIMALS,
  providers: [id],
  ...change,
});

function draftOf(request: ProviderQuoteRequest, terms: Terms, { minimum, maximum }: LegRules): RouteDraft {
  const sell = {
    asset: request.sellAsset,
    decimals: DECIMALS,
    baseUnits: toBaseUnits(request.sellAmount, DECIMALS, 'exact') ?? 0n,
  };
  const bought = (baseUnits: bigint) => ({ asset: request.buyAsset, decimals: DECIMALS, baseUnits });
  const expectedBuy = bought(payout({ ...terms, slippageBps: 0 }, sell.baseUnits));
  if (expectedBuy.baseUnits === 0n) throw new ProviderError('swapAmountTooSmall', 'Nothing would come out. Sell more.');
  const guaranteedBuy = bought(payout(terms, sell.baseUnits));
  const limit = (baseUnits: bigint) => ({ ...sell, baseUnits });
  if (minimum !== undefined && sell.baseUnits < minimum)
    throw new ProviderError('swapAmountTooSmall', `Sell ${fromBaseUnits(minimum, DECIMALS)} or more.`, {
      least: limit(minimum),
    });
  const { providerId } = request;
  return {
    providers: [providerId],
    sell,
    expectedBuy,
    guaranteedBuy,
    sourceAddress: request.sourceAddress ?? '',
    destinationAddress: request.destinationAddress ?? '',
    fees: [],
    estimatedTime: { total: 10 },
    totalSlippageBps: 10,
    legs: [{ provider: providerId, sell, buy: expectedBuy, buyAtMaxSlippage: guaranteedBuy }],
    warnings: [],
    ...(minimum === undefined
      ? {}
      : {
          channel: {
            minimumDeposit: limit(minimum),
            retrySeconds: 300,
            ...(maximum === undefined ? {} : { maximumDeposit: limit(maximum) }),
          },
        }),
    ...(request.affiliate ? { affiliate: { name: request.affiliate.name, feeBps: request.affiliate.feeBps } } : {}),
    pricesUsd: [],
    tracking: { terms },
  };
}

export function pricedLeg(id: ProviderId, given: LegRules = {}): PricedLeg {
  const rules: LegRules = { ...(id === 'CHAINFLIP' ? { minimum: 1n } : {}), ...given };
  const asked: ProviderQuoteRequest[] = [];
  const times = { times: 0 };
  return {
    name: id.toLowerCase(),
    ids: [id],
    asked,
    listed: times,
    refuse: (pair, providerId) => rules.refuse?.(pair, providerId),
    async quote(request, options) {
      asked.push(request);
      const instead = rules.instead?.(request, options);
      if (instead) return instead;
      const rate = rules.rate ? rules.rate(request.sellAsset, request.buyAsset) : PER;
      if (rate === undefined)
        throw new ProviderError('insufficientLiquidity', `No way to ${formatAsset(request.buyAsset)}. Sell less.`);
      const terms = {
        rate: rate.toString(),
        fixed: (rules.fixedFee ?? 0n).toString(),
        slippageBps: request.slippageBps,
      };
      const draft = draftOf(request, terms, rules);
      return [rules.change?.(draft) ?? draft];
    },
    guaranteeFor: ({ tracking }, sold) => payout((tracking as { terms: Terms }).terms, sold),
    swapCall: async () => {
      throw new ProviderError('quoteNotFound', 'not here');
    },
    channels: {
      policy: NO_CHANNELS,
      referenceAmount: async () => '1',
      open: async () => Promise.reject(new Error('not here')),
    },
    track: async () => ({ observations: [], stale: false }),
    async tokens() {
      times.times += 1;
      return rules.lists?.() ?? [];
    },
  };
}

export const NOW_MS = 1_790_000_000_000;

/** The provider of one pair over these legs, by the arrow id. */
export function twoLegOf(
  id: ProviderId,
  legs: readonly Provider[],
  receivers: Record<string, string> = { ETH: RECEIVER },
): Provider {
  const made = createTwoLegProviders({
    providers: legs,
    receivers,
    network: 'mainnet',
    clients: clientsWith(),
    now: () => NOW_MS,
    log: () => undefined,
  });
  const found = made.find(({ ids }) => ids.includes(id));
  if (!found) throw new Error(`${id} was not made`);
  return found;
}

export const live = (): CallOptions => ({ signal: new AbortController().signal });

/** 100 LINK to BTC, unless said otherwise. */
export const wish = (changes: Partial<ProviderQuoteRequest> = {}): ProviderQuoteRequest => ({
  providerId: 'ONEINCH->CHAINFLIP',
  sellAsset: LINK,
  buyAsset: BTC,
  sellAmount: '100',
  slippageBps: 100,
  includeTx: false,
  ...changes,
});
