/** Turns a quote that passed every check into a route: pure, no rounding in the seller's disfavour. */

import type { Amount } from '../../domain/amount.ts';
import { valueUsd } from '../../domain/amount.ts';
import { type Asset, assetKey } from '../../domain/asset.ts';
import type { Fee } from '../../domain/fee.ts';
import type { BoostTerms, ChannelOffer, EstimatedTime, RouteDraft, Warning } from '../../domain/route.ts';
import { type CfAsset, cfAssetOf, STATE_CHAIN_BLOCK_SECONDS, USDC } from '../../payments/chainflip/assets.ts';
import type { ProviderQuoteRequest } from '../provider.ts';
import type { Commission } from './affiliates.ts';
import { feesOf, type Payment, paymentFee, takenIn } from './fees.ts';
import { enforcedPayout, type QuotedFees } from './guarantee.ts';
import { protectedPriceX128 } from './min-price.ts';
import type { NetworkState, Prices } from './network-state.ts';
import { keptCall } from './payout-call.ts';
import { type SwapTerms, trackingOf } from './terms.ts';
import type { CfPlainQuote } from './upstream-schemas.ts';

export type QuotedSwap = {
  request: ProviderQuoteRequest;
  sell: CfAsset;
  buy: CfAsset;
  amount: Amount;
  quote: CfPlainQuote;
  /** What a boosted deposit may cost. */
  boost?: BoostTerms;
  commission: Commission;
  /** Undefined when no channel can be opened for this route. */
  limits: Omit<ChannelOffer, 'retrySeconds'> | undefined;
  payment: Payment;
  state: NetworkState;
  prices: Prices;
};

/** Above this the route's cost is warned of first, with the code that a narrow tolerance uses too. */
const HIGH_COST_BPS = 1000;
const BLOCKS_A_MINUTE = 60 / STATE_CHAIN_BLOCK_SECONDS;
/** The backend's recommendation, where it names none. Source: chainflip-sdk-monorepo packages/swap. */
const RETRY_MINUTES = { bitcoin: 30, otherwise: 5 };
/** The chain's own limit, where it names none. */
const MAX_RETRY_BLOCKS = 600;

/** The swapped part of the deposit, and the output before the egress fee. */
function swapped(swap: QuotedSwap) {
  const { quote, sell } = swap;
  const input = quote.depositAmount - takenIn(quote, ['BOOST', 'INGRESS'], sell.cf);
  return { input, output: quote.egressAmount + quotedFees(swap).egress };
}

const quotedFees = ({ quote, sell, buy }: QuotedSwap): QuotedFees => ({
  ingress: takenIn(quote, ['INGRESS'], sell.cf),
  egress: takenIn(quote, ['EGRESS'], buy.cf),
});

/** Blocks during which a swap below the minimum price is retried. */
function retryBlocks({ quote, sell, buy, state }: QuotedSwap): number {
  const bitcoin = [sell, buy].some(({ cf }) => cf.chain === 'Bitcoin');
  const otherwise = bitcoin ? RETRY_MINUTES.bitcoin : RETRY_MINUTES.otherwise;
  const blocks = Math.ceil((quote.recommendedRetryDurationMinutes ?? otherwise) * BLOCKS_A_MINUTE);
  return Math.min(blocks, state.environment.swapping.max_swap_retry_duration_blocks ?? MAX_RETRY_BLOCKS);
}

/** Only where both sides have a live price and the caller wants a limit at all; null leaves the chain's default. */
function livePriceBps({ request, quote, sell, buy, state }: QuotedSwap): number | null {
  const percent = quote.recommendedLivePriceSlippageTolerancePercent;
  const off = [sell, buy].some((one) => state.switches?.get(one)?.livePriceProtectionEnabled === false);
  return percent === undefined || off || request.slippageBps >= 10_000 ? null : Math.round(percent * 100);
}

function termsFor(swap: QuotedSwap): SwapTerms {
  const { quote, sell, buy, request, commission, boost } = swap;
  const { input, output } = swapped(swap);
  const fees = quotedFees(swap);
  const price = protectedPriceX128(
    {
      inputBaseUnits: input,
      outputBaseUnits: output,
      egressBaseUnits: fees.egress,
      estimatedPrice: quote.estimatedPrice,
      sellDecimals: sell.decimals,
      buyDecimals: buy.decimals,
    },
    request.slippageBps,
  );
  return {
    src: sell.cf,
    dst: buy.cf,
    amount: quote.depositAmount.toString(),
    minPriceX128: price.toString(),
    maxOraclePriceSlippage: livePriceBps(swap),
    retryDurationBlocks: retryBlocks(swap),
    ...(quote.dcaParams ? { dca: quote.dcaParams } : {}),
    maxBoostFeeBps: boost?.maxFeeBps ?? 0,
    ...commission,
    ...(request.payoutCall ? { payoutCall: keptCall(request.payoutCall) } : {}),
    fees: { ingress: fees.ingress.toString(), egress: fees.egress.toString() },
  };
}

/** What the minimum price enforces, to the unit, less the egress fee; a boost may cost up to its limit. */
function guaranteed(swap: QuotedSwap, terms: SwapTerms): bigint {
  const { quote } = swap;
  const least = enforcedPayout(terms, quotedFees(swap), quote.depositAmount);
  // The quote's own amounts already cap the price; this is a second check.
  if (least > quote.egressAmount) return quote.egressAmount;
  return least;
}

function estimatedTime({
  estimatedDurationsSeconds: stages,
  estimatedDurationSeconds,
}: CfPlainQuote): EstimatedTime | undefined {
  const { deposit, swap, egress } = stages ?? {};
  const total = estimatedDurationSeconds ?? (deposit ?? 0) + (swap ?? 0) + (egress ?? 0);
  if (total <= 0) return undefined;
  return {
    ...(deposit === undefined ? {} : { inbound: deposit }),
    ...(swap === undefined ? {} : { swap }),
    ...(egress === undefined ? {} : { outbound: egress }),
    total,
  };
}

const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

/**
 * The share that the fees take, each of the amount that it is taken from: the only known cost without a market price.
 */
function feeShare(swap: QuotedSwap): number {
  const { quote, sell, buy } = swap;
  const { input, output } = swapped(swap);
  const inUsdc = Number(takenIn(quote, ['NETWORK', 'BROKER'], USDC));
  const usdc = [USDC, sell.cf, buy.cf].map(({ chain, asset }) => `${chain}.${asset}`);
  const turnover =
    usdc[1] === usdc[0]
      ? Number(input)
      : inUsdc + Number(quote.intermediateAmount ?? (usdc[2] === usdc[0] ? output : 0n));
  const kept =
    share(Number(input), Number(quote.depositAmount)) *
    (1 - share(inUsdc, turnover)) *
    share(Number(quote.egressAmount), Number(output));
  return 1 - kept;
}

/** Against the market price when it is known; floats, for ranking and display only. */
function costs(swap: QuotedSwap): Pick<RouteDraft, 'totalSlippageBps' | 'priceImpactPercent'> {
  const { quote, sell, buy, prices, amount } = swap;
  const [sellPrice, buyPrice] = [prices.get(sell), prices.get(buy)];
  if (sellPrice === undefined || buyPrice === undefined)
    return { totalSlippageBps: Math.round(feeShare(swap) * 10_000) };
  const { input, output } = swapped(swap);
  const usd = ({ asset, decimals }: CfAsset, baseUnits: bigint, price: number) =>
    valueUsd({ asset, decimals, baseUnits }, price);
  const usdcFees = Number(takenIn(quote, ['NETWORK', 'BROKER'], USDC)) / 1e6;
  const sold = usd(sell, amount.baseUnits, sellPrice);
  const poolsIn = usd(sell, input, sellPrice);
  const impact = 1 - share(usd(buy, output, buyPrice) + usdcFees, poolsIn);
  return {
    totalSlippageBps: Math.round((1 - share(usd(buy, quote.egressAmount, buyPrice), sold)) * 10_000),
    priceImpactPercent: Math.round(impact * 10_000) / 100,
  };
}

const minutes = (blocks: number): string => {
  const whole = Math.round((blocks * STATE_CHAIN_BLOCK_SECONDS) / 60);
  return whole <= 1 ? 'a minute' : `${whole} minutes`;
};

function warnings({ request, quote }: QuotedSwap, terms: SwapTerms, totalSlippageBps: number): Warning[] {
  const recommended = quote.recommendedSlippageTolerancePercent;
  const tolerance = request.slippageBps / 100;
  const retried = `While the price is worse than your limit Chainflip tries again, for up to ${minutes(terms.retryDurationBlocks)}; then it refunds what is left, less fees.`;
  const all: Warning[] = [];
  if (quote.lowLiquidityWarning)
    all.push({
      code: 'lowLiquidity',
      display: 'Chainflip has little liquidity for this swap: it gives clearly less than the market price.',
      tooltip: 'A smaller amount, or one that streams, loses less.',
    });
  if (recommended !== undefined && tolerance > recommended && tolerance < 100)
    all.push({
      code: 'exceedsRecommendedSlippage',
      display: `You accept up to ${tolerance} % less; Chainflip advises ${recommended} %.`,
      tooltip: retried,
    });
  if (recommended !== undefined && tolerance < recommended && totalSlippageBps < HIGH_COST_BPS)
    all.push({
      code: 'highSlippage',
      display: `The price may well move by more than your ${tolerance} %: Chainflip advises ${recommended} %. The swap may end as a refund.`,
      tooltip: retried,
    });
  return all;
}

/** Includes the assets of the fees: ranking subtracts the sender's fees on top, in money. */
function pricesUsd({ sell, buy, prices }: QuotedSwap, fees: readonly Fee[]): RouteDraft['pricesUsd'] {
  const all: Asset[] = [sell.asset, buy.asset, ...fees.map(({ amount }) => amount.asset)];
  return [...new Map(all.map((asset) => [assetKey(asset), asset])).values()].flatMap((asset) => {
    const known = cfAssetOf(asset);
    const priceUsd = known && prices.get(known);
    return priceUsd === undefined ? [] : [{ asset, priceUsd }];
  });
}

/** The route of one provider id, without its transaction. */
export function toRoute(swap: QuotedSwap): RouteDraft {
  const { request, buy, quote, amount, boost, limits, state, payment } = swap;
  const terms = termsFor(swap);
  const bought = (baseUnits: bigint): Amount => ({ asset: buy.asset, decimals: buy.decimals, baseUnits });
  const expectedBuy = bought(quote.egressAmount);
  const guaranteedBuy = bought(guaranteed(swap, terms));
  const id = request.providerId;
  const fees = [...paymentFee(state.environment, payment, id), ...feesOf(quote, id)];
  const time = estimatedTime(quote);
  const cost = costs(swap);
  const recommended = quote.recommendedSlippageTolerancePercent;
  return {
    providers: [id],
    sell: amount,
    expectedBuy,
    guaranteedBuy,
    sourceAddress: request.sourceAddress ?? '',
    destinationAddress: request.destinationAddress ?? '',
    ...(request.refundAddress ? { refundAddress: request.refundAddress } : {}),
    fees,
    ...(time ? { estimatedTime: time } : {}),
    ...cost,
    legs: [{ provider: id, sell: amount, buy: expectedBuy, buyAtMaxSlippage: guaranteedBuy, fees }],
    warnings: warnings(swap, terms, cost.totalSlippageBps),
    ...(quote.dcaParams
      ? { streamingInterval: quote.dcaParams.chunkIntervalBlocks, maxStreamingQuantity: quote.dcaParams.numberOfChunks }
      : {}),
    ...(request.affiliate && request.affiliate.feeBps > 0
      ? { affiliate: { name: request.affiliate.name, feeBps: request.affiliate.feeBps } }
      : {}),
    ...(limits ? { channel: { ...limits, retrySeconds: terms.retryDurationBlocks * STATE_CHAIN_BLOCK_SECONDS } } : {}),
    ...(boost ? { boost } : {}),
    ...(recommended === undefined ? {} : { recommendedSlippagePercent: recommended }),
    ...(limits ? { recommendedMinimum: limits.minimumDeposit } : {}),
    pricesUsd: pricesUsd(swap, fees),
    tracking: trackingOf(terms),
  };
}
