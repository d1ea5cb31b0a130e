/**
 * Answers `GET /v2/quote`: the swap backend's offers for a deposit, in one go and streamed, each also boosted. Quoting
 * changes nothing. Source: chainflip-sdk-monorepo packages/swap/src/quoting/QuoteRequest.ts.
 */
import { type AssetRef, type CfAsset, refOf, USDC } from './assets.ts';
import { egressFee, ingressFee } from './gas-fees.ts';
import { type MarketState, PRICE_SCALE, referencePrice } from './market.ts';
import { parseQuoteRequest, type QuoteRequest } from './quote-request.ts';
import {
  boostFees,
  dcaChunks,
  dcaSeconds,
  estimatedDurations,
  legSizes,
  recommendedLivePriceSlippage,
  recommendedRetryMinutes,
  recommendedSlippage,
} from './recommendations.ts';
import { answering, badRequest, type RestAnswer, ServiceError, unavailable } from './rest-answer.ts';
import { type Simulation, simulateSwap } from './swap-math.ts';

const PRICE_DECIMALS = 20;
const NO_LIQUIDITY_BY_CHAIN = 'insufficient liquidity for requested amount';
const NO_LIQUIDITY_BY_BACKEND = 'insufficient liquidity for the requested amount';

type Fee = { type: string; amount: string } & AssetRef;
type Offer = Record<string, unknown> & { type: 'REGULAR' | 'DCA' };
/** An offer, with the simulation by which its liquidity is judged. */
type Priced = { offer: Offer; simulation: Simulation };

/** @param query the request's own. */
export const answerQuote = (market: MarketState, query: URLSearchParams): RestAnswer =>
  answering(() => {
    if (market.maintenance.quotes) throw unavailable('Quoting is currently unavailable due to maintenance');
    const request = parseQuoteRequest(query);
    assertQuotable(market, request);
    return { status: 200, body: offers(market, request) };
  });

/** @throws {ServiceError} 503 when the backend has switched one of the two off. */
export function assertRouteEnabled(market: MarketState, src: CfAsset, dst: CfAsset): void {
  if (market.assets[src.id].disabled.deposits) throw unavailable(`Asset ${src.id} is disabled`);
  if (market.assets[dst.id].disabled.payouts) throw unavailable(`Asset ${dst.id} is disabled`);
}

/** @throws {ServiceError} 400 for an amount below the minimum or above the maximum. */
export function assertSwapAmount(market: MarketState, src: CfAsset, amount: bigint): void {
  const { minimumDeposit, maximumSwap } = market.assets[src.id];
  if (amount < minimumDeposit) throw badRequest(`expected amount is below minimum swap amount (${minimumDeposit})`);
  if (maximumSwap !== null && amount > maximumSwap)
    throw badRequest(`expected amount is above maximum swap amount (${maximumSwap})`);
}

function assertQuotable(market: MarketState, { src, dst, amount }: QuoteRequest): void {
  assertRouteEnabled(market, src, dst);
  assertSwapAmount(market, src, amount);
  const fee = ingressFee(market, src, 'channel');
  if (fee > amount) throw badRequest(`amount is lower than estimated ingress fee (${fee})`);
  const tradable = [src, dst].filter((asset) => asset.id !== 'Usdc');
  if (tradable.length === 0 || tradable.some((asset) => market.pools[asset.id] === undefined))
    throw badRequest('Requested assets cannot be swapped');
}

type Variant = { boostBps?: number; chunks: number };

function offers(market: MarketState, request: QuoteRequest): Offer[] {
  const { src, dst, amount } = request;
  const chunks = dcaChunks(market, src, dst, amount);
  const boost = boostFees(market, src, amount);
  const price = (variant: Variant) => attempt(() => priced(market, request, variant));
  const regular = price({ chunks: 1 });
  const dca = chunks === undefined ? undefined : price({ chunks });
  // A failing streamed quote fails the answer; a failing regular one only if none is streamed.
  if (dca instanceof ServiceError) throw dca;
  if (dca === undefined && regular instanceof ServiceError) throw regular;
  const candidates: { made: Priced; times: number; variant: Variant }[] = [];
  if (!(regular instanceof ServiceError)) candidates.push({ made: regular, times: 1, variant: { chunks: 1 } });
  if (dca !== undefined && chunks !== undefined)
    candidates.push({ made: dca, times: market.dca.replenishment, variant: { chunks } });
  const possible = candidates.filter(({ made, times }) => isThereLiquidity(market, request, made.simulation, times));
  if (possible.length === 0) throw badRequest(NO_LIQUIDITY_BY_BACKEND);
  return possible.map(({ made, variant }) => {
    if (boost === undefined) return made.offer;
    const boosted = price({ ...variant, boostBps: boost.estimatedBoostFeeBps });
    return boosted instanceof ServiceError ? made.offer : { ...made.offer, boostQuote: { ...boosted.offer, ...boost } };
  });
}

function attempt<T>(work: () => T): T | ServiceError {
  try {
    return work();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** Each leg's output must be less than the liquidity of pools and makers. */
function isThereLiquidity(market: MarketState, request: QuoteRequest, made: Simulation, times: number): boolean {
  const legs = legSizes(market, request, { intermediate: made.intermediary, egress: made.egress });
  return legs?.every((leg) => (leg.deployed + leg.undeployed) * BigInt(times) > leg.amount) ?? false;
}

function simulate(market: MarketState, request: QuoteRequest, { chunks, boostBps }: Variant): Simulation {
  const { src, dst } = request;
  const call = request.ccm && { gasBudget: request.ccm.gasBudget, messageBytes: request.ccm.messageLengthBytes };
  const result = simulateSwap(market, {
    src,
    dst,
    deposit: request.amount,
    ingress: request.isOnChain ? 'internal' : request.isVaultSwap ? 'vault' : 'channel',
    chunks,
    brokerBps: request.brokerBps,
    ...(boostBps === undefined ? {} : { boostBps }),
    liquidity: 'with-jit',
    ...(request.isOnChain ? { exclude: new Set(['Egress'] as const) } : {}),
    ...(call === undefined ? {} : { call }),
  });
  if (!result.ok)
    throw badRequest(
      result.reason === 'BelowIngressFee' ? 'swap amount is lower than ingress fee' : NO_LIQUIDITY_BY_CHAIN,
    );
  if (result.egress === 0n)
    throw badRequest(`swap output amount is lower than the egress fee (${egressFee(market, dst, call)})`);
  const least = request.isOnChain ? 0n : market.assets[dst.id].egressDust;
  if (result.egress < least)
    throw badRequest(`egress amount (${result.egress}) is lower than minimum egress amount (${least})`);
  return result;
}

function priced(market: MarketState, request: QuoteRequest, variant: Variant): Priced {
  const { src, dst, isOnChain } = request;
  const simulation = simulate(market, request, variant);
  const boosted = variant.boostBps !== undefined;
  const streamed = variant.chunks > 1;
  const { durations, total } = estimatedDurations(market, { src, dst, boosted, onChain: isOnChain });
  const extraSeconds = streamed ? dcaSeconds(market, variant.chunks) : 0;
  const price = estimatedPrice(src, dst, simulation);
  const legs = legSizes(market, request, { intermediate: simulation.intermediary, egress: simulation.egress }) ?? [];
  const offer: Offer = {
    ...(simulation.intermediary === null ? {} : { intermediateAmount: simulation.intermediary.toString() }),
    egressAmount: simulation.egress.toString(),
    recommendedSlippageTolerancePercent: recommendedSlippage(market, {
      src,
      dst,
      legs,
      price: Number(price),
      chunks: variant.chunks,
      boosted,
      onChain: isOnChain,
    }),
    recommendedLivePriceSlippageTolerancePercent: recommendedLivePriceSlippage(market, src, dst),
    includedFees: includedFees(request, simulation, boosted),
    lowLiquidityWarning: lowLiquidity(market, src, dst, simulation),
    poolInfo: poolInfo(src, dst),
    estimatedDurationsSeconds: { ...durations, swap: durations.swap + extraSeconds },
    estimatedDurationSeconds: total + extraSeconds,
    estimatedPrice: price,
    type: streamed ? 'DCA' : 'REGULAR',
    srcAsset: refOf(src),
    destAsset: refOf(dst),
    depositAmount: request.amount.toString(),
    isVaultSwap: request.isVaultSwap || undefined,
    isOnChain: isOnChain || undefined,
    ccmParams: request.ccm && {
      gasBudget: request.ccm.gasBudget.toString(),
      messageLengthBytes: request.ccm.messageLengthBytes,
    },
    recommendedRetryDurationMinutes: recommendedRetryMinutes(src, dst),
    ...(streamed
      ? { dcaParams: { numberOfChunks: variant.chunks, chunkIntervalBlocks: market.dca.intervalBlocks } }
      : {}),
  };
  return { offer, simulation };
}

function includedFees({ src, dst }: QuoteRequest, made: Simulation, boosted: boolean): Fee[] {
  const fee = (type: string, asset: CfAsset, amount: bigint): Fee => ({
    type,
    ...refOf(asset),
    amount: amount.toString(),
  });
  return [
    ...(boosted ? [fee('BOOST', src, made.boostFee)] : []),
    fee('INGRESS', src, made.ingressFee),
    fee('NETWORK', USDC, made.networkFee),
    ...(made.brokerFee > 0n ? [fee('BROKER', USDC, made.brokerFee)] : []),
    fee('EGRESS', dst, made.egressFee),
  ];
}

/** The pools' own fees are part of the price by now, so the amounts are 0. */
function poolInfo(src: CfAsset, dst: CfAsset): unknown[] {
  const info = (base: CfAsset, feeAsset: CfAsset) => ({
    baseAsset: refOf(base),
    quoteAsset: refOf(USDC),
    fee: { ...refOf(feeAsset), amount: '0' },
  });
  if (src.id === 'Usdc') return [info(dst, USDC)];
  return dst.id === 'Usdc' ? [info(src, src)] : [info(src, src), info(dst, USDC)];
}

/** Whether the price is worse than the index by the threshold; undefined without an index price. */
function lowLiquidity(market: MarketState, src: CfAsset, dst: CfAsset, made: Simulation): boolean | undefined {
  const [from, to] = [referencePrice(market, src), referencePrice(market, dst)];
  if (from === undefined || to === undefined) return undefined;
  const output = made.egress + made.egressFee;
  const expected = (made.swapInput * from * 10n ** BigInt(dst.decimals)) / (to * 10n ** BigInt(src.decimals));
  if (expected === 0n) return undefined;
  return (
    Number(((output - expected) * PRICE_SCALE) / expected) / Number(PRICE_SCALE / 100n) <= market.lowLiquidityPercent
  );
}

/** Whole units of `dst` per unit of `src`, before ingress, boost and egress fees; 20 decimals, rounded half up. */
export function estimatedPrice(
  src: CfAsset,
  dst: CfAsset,
  made: Pick<Simulation, 'egress' | 'egressFee' | 'swapInput'>,
): string {
  const scale = 10n ** BigInt(PRICE_DECIMALS + src.decimals);
  const unit = made.swapInput * 10n ** BigInt(dst.decimals);
  const digits = (((made.egress + made.egressFee) * scale * 2n + unit) / (unit * 2n))
    .toString()
    .padStart(PRICE_DECIMALS + 1, '0');
  const whole = digits.slice(0, -PRICE_DECIMALS);
  const fraction = digits.slice(-PRICE_DECIMALS).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
