/** Turns a quote that passed every check into a route: pure, no rounding in the seller's disfavour. */
import { CHAINS } from '../../chains/chains.ts';
import type { Amount } from '../../domain/amount.ts';
import { type Asset, assetKey } from '../../domain/asset.ts';
import type { Fee } from '../../domain/fee.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { oneinchRouter } from '../../payments/oneinch/router.ts';
import type { RouterCall } from '../../payments/oneinch/router-call.ts';
import type { ProviderQuoteRequest } from '../provider.ts';
import { coinOf } from './assets.ts';
import { lossBps, marketValue, type PairPrices } from './prices.ts';
import { type FeeTerms, feeTaken, leastOf } from './terms.ts';
import { trackingOf } from './tracking-facts.ts';

export type QuotedSwap = {
  request: ProviderQuoteRequest;
  sell: Amount;
  buyDecimals: number;
  /** What 1inch expects to be paid out, after the affiliate's fee. */
  expected: bigint;
  /** As sent upstream. */
  slippageBps: number;
  fee: FeeTerms | undefined;
  /** Gas units; undefined when unknown. */
  gas: bigint | undefined;
  /** Wei of a unit of gas. */
  gasPrice: bigint | undefined;
  prices: PairPrices;
  /** The transaction's call, when one was requested: its minimum is the guarantee. */
  call: RouterCall | undefined;
  /** Unix ms. */
  now: number;
};

/** Nothing holds the price; integrators quote again after this long. */
const LIFE_SECONDS = 60;
/** Of a token: an allowance may have to be in a block first. */
const TOKEN_LIFE_SECONDS = 300;
/** Gas of a swap through a few pools, when 1inch names none. */
const USUAL_GAS = 250_000n;
/** Blocks until the transaction is mined and confirmed once. */
const BLOCKS = 2;

function feesOf({ request, fee, expected, buyDecimals, gas, gasPrice }: QuotedSwap): Fee[] {
  const coin = coinOf(request.sellAsset.chain);
  const { chain } = coin;
  const protocol = request.providerId;
  const network: Fee[] =
    gasPrice === undefined
      ? []
      : [
          {
            type: 'network',
            amount: { asset: coin, decimals: CHAINS[chain].native.decimals, baseUnits: (gas ?? USUAL_GAS) * gasPrice },
            chain,
            protocol,
          },
        ];
  if (!fee) return network;
  const taken = { asset: request.buyAsset, decimals: buyDecimals, baseUnits: feeTaken(expected, fee.feeBps) };
  return [...network, { type: 'affiliate', amount: taken, chain, protocol }];
}

/** The fee is not part of the price impact. */
function costs({ sell, request, buyDecimals, expected, fee, prices }: QuotedSwap) {
  const market = marketValue(sell, { asset: request.buyAsset, decimals: buyDecimals }, prices);
  if (market === undefined) return { totalSlippageBps: fee?.feeBps ?? 0 };
  const beforeFee = expected + (fee ? feeTaken(expected, fee.feeBps) : 0n);
  return {
    totalSlippageBps: Math.round(lossBps(market, expected)),
    priceImpactPercent: Math.max(Math.round(lossBps(market, beforeFee)), 0) / 100,
  };
}

/** The address of the payment, once sender and recipient are known. */
function payment({ request, sell, now }: QuotedSwap) {
  const router = oneinchRouter(sell.asset.chain);
  if (!request.destinationAddress || router === undefined) return {};
  return {
    targetAddress: router,
    ...(sell.asset.kind === 'token' ? { approvalAddress: router } : {}),
    expirationSeconds: Math.floor(now / 1000) + (sell.asset.kind === 'token' ? TOKEN_LIFE_SECONDS : LIFE_SECONDS),
  };
}

/** The route without its transaction. */
export function toRoute(swap: QuotedSwap): RouteDraft {
  const { request, sell, buyDecimals, expected, slippageBps, call, fee, prices } = swap;
  const bought = (baseUnits: bigint): Amount => ({ asset: request.buyAsset, decimals: buyDecimals, baseUnits });
  const expectedBuy = bought(expected);
  const guaranteedBuy = bought(call ? call.minReturn : leastOf(expected, slippageBps));
  const fees = feesOf(swap);
  const seconds = Math.max(Math.ceil(CHAINS[sell.asset.chain].blockSeconds * BLOCKS), 1);
  const priced: Asset[] = [request.sellAsset, request.buyAsset, coinOf(sell.asset.chain)];
  const byKey = new Map(priced.map((asset) => [assetKey(asset), asset]));
  return {
    providers: [request.providerId],
    sell,
    expectedBuy,
    guaranteedBuy,
    sourceAddress: request.sourceAddress ?? '',
    destinationAddress: request.destinationAddress ?? '',
    ...payment(swap),
    fees,
    estimatedTime: { swap: seconds, total: seconds },
    ...costs(swap),
    legs: [{ provider: request.providerId, sell, buy: expectedBuy, buyAtMaxSlippage: guaranteedBuy, fees }],
    warnings: [],
    ...(fee ? { affiliate: { name: fee.name, feeBps: fee.feeBps } } : {}),
    pricesUsd: [...byKey].flatMap(([key, asset]) => {
      const price = prices.get(key);
      return price === undefined ? [] : [{ asset, priceUsd: Number(price) }];
    }),
    tracking: trackingOf(request, call),
  };
}
