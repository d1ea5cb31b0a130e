/** Quotes one provider id with one call to the node: a route that passed every check, or one error. */
import { CHAINS } from '../../chains/chains.ts';
import { type Amount, rescale, toBaseUnits } from '../../domain/amount.ts';
import { formatAsset } from '../../domain/asset.ts';
import { ProviderError } from '../../domain/errors.ts';
import type { RouteDraft } from '../../domain/route.ts';
import type { CallOptions, ProviderQuoteRequest } from '../provider.ts';
import type { AffiliateBook, AffiliatePayout } from './affiliates.ts';
import { nodeAssetOf, nodeDecimalsOf, toNode } from './assets.ts';
import {
  checkDust,
  checkQuote,
  checkRecommendedMinimum,
  checkTradable,
  minimumInSellUnits,
  tooSmall,
  vaultMismatch,
} from './checks.ts';
import type { FamilyClient, QuoteParams } from './client.ts';
import { type FamilyConfig, MIN_EXPIRY_SECONDS } from './config.ts';
import type { DecimalsBook } from './decimals.ts';
import { NodeRefusal, recommendedMinimumIn } from './errors.ts';
import { memoWithLimit, neededLimit, type Quoted, withKeptLeast } from './limit.ts';
import { parseSwapMemo } from './memo.ts';
import type { NetworkState, NetworkStateSource } from './network-state.ts';
import { type QuotedSwap, toRoute } from './to-routes.ts';
import type { TxBuilder } from './tx-types.ts';
import type { NodeQuote } from './upstream-schemas.ts';

export type QuoteDeps = {
  config: FamilyConfig;
  client: FamilyClient;
  state: NetworkStateSource;
  decimals: DecimalsBook;
  affiliates: AffiliateBook;
  txBuilder: TxBuilder;
  now: () => number;
};

/**
 * The amount that is really sold: digits beyond the asset's own are refused, digits that the node does not count are
 * left out.
 */
function sellAmountOf(config: FamilyConfig, request: ProviderQuoteRequest, decimals: number): Amount {
  const asset = request.sellAsset;
  const given = toBaseUnits(request.sellAmount, decimals, 'exact');
  if (given === undefined)
    throw new ProviderError(
      'invalidSellAmount',
      `${formatAsset(asset)} has ${decimals} decimals; the amount has more.`,
    );
  const nodeDecimals = nodeDecimalsOf(config, asset);
  const counted = rescale(given, decimals, nodeDecimals, 'down');
  if (counted === 0n)
    throw new ProviderError(
      'invalidSellAmount',
      `${config.title} counts ${nodeDecimals} decimals; the amount is less than the smallest of them.`,
    );
  return { asset, decimals, baseUnits: rescale(counted, nodeDecimals, decimals, 'down') };
}

/** Nodes refuse CashAddr with its prefix. */
const withoutCashPrefix = (address: string) => address.replace(/^(bitcoincash|bchtest|bchreg):/i, '');

function paramsFor(
  config: FamilyConfig,
  request: ProviderQuoteRequest,
  sellNodeUnits: bigint,
  affiliate: AffiliatePayout | undefined,
): QuoteParams {
  const streaming = request.providerId === config.streamingId;
  return {
    from_asset: nodeAssetOf(request.sellAsset),
    to_asset: nodeAssetOf(request.buyAsset),
    amount: sellNodeUnits.toString(),
    ...(request.destinationAddress ? { destination: withoutCashPrefix(request.destinationAddress) } : {}),
    // Without one, refunds go to the payer, and the memo is that much shorter.
    ...(request.refundAddress && request.refundAddress !== request.sourceAddress
      ? { refund_address: withoutCashPrefix(request.refundAddress) }
      : {}),
    streaming_interval: String(streaming ? config.streamingInterval : 0),
    ...(streaming ? { streaming_quantity: '0' } : {}),
    // Never `tolerance_bps`: the node tests it against the whole amount as one swap. 0 would mean no limit.
    ...(request.slippageBps < 10_000 ? { liquidity_tolerance_bps: String(Math.max(request.slippageBps, 1)) } : {}),
    ...(affiliate ? { affiliate: affiliate.payout, affiliate_bps: String(affiliate.feeBps) } : {}),
  };
}

/**
 * A sub-swap of a long stream may not cover the outbound fee although the whole amount does: tries once more with as
 * many sub-swaps as the recommended minimum allows.
 */
function fewerSubSwaps(config: FamilyConfig, params: QuoteParams, refusal: NodeRefusal): QuoteParams | undefined {
  const least = recommendedMinimumIn(refusal.nodeText);
  if (refusal.row !== 'tooSmall' || least === undefined || least === 0n) return undefined;
  const streams = params.streaming_interval !== '0';
  const quantity = BigInt(params.amount) / least;
  if (!(streams || config.rapid) || quantity < (streams ? 2n : 1n)) return undefined;
  return { ...params, streaming_quantity: quantity.toString() };
}

type Asker = (params: QuoteParams) => Promise<NodeQuote>;

/** A node that names an unpayable vault is skipped. */
const asker =
  (
    { client, config }: QuoteDeps,
    { sellAsset }: ProviderQuoteRequest,
    state: NetworkState,
    signal: AbortSignal,
  ): Asker =>
  (params) =>
    client.quote(params, (quote) => vaultMismatch(config, state, sellAsset, quote) === undefined, signal);

/**
 * The quote with a limit in fewer digits. The node prints every digit; when that makes the memo too long, the same
 * limit, rounded up, is written as `123e4`. No other part of a memo may be shortened.
 */
async function withShorterLimit(
  ask: Asker,
  quoted: Omit<Quoted, 'quote'>,
  params: QuoteParams,
  refusal: NodeRefusal,
): Promise<NodeQuote> {
  const { request } = quoted;
  const { liquidity_tolerance_bps: tolerance, ...withoutLimit } = params;
  const tooLong = request.refundAddress ? tooLongWithRefund(request, refusal) : refusal;
  if (tolerance === undefined || !params.destination) throw tooLong;
  const quote = await ask(withoutLimit);
  const own = { ...quoted, quote };
  const memo = quote.memo && memoWithLimit(own, quote.memo, neededLimit(own));
  if (!memo) throw tooLong;
  return { ...quote, memo };
}

const tooLongWithRefund = ({ sellAsset }: ProviderQuoteRequest, cause: NodeRefusal): ProviderError =>
  new ProviderError(
    'quoteNotFound',
    `The refund address stands in the memo, and with it the memo is longer than the ${CHAINS[sellAsset.chain].memoLimitBytes} bytes that ${CHAINS[sellAsset.chain].name} carries. Ask without refundAddress.`,
    { cause },
  );

/**
 * Nodes give the same error when too little is sold and when the sale is so large for the pool that nothing comes
 * out.
 */
function namedRefusal(config: FamilyConfig, state: NetworkState, sell: Amount, refusal: NodeRefusal): ProviderError {
  if (refusal.row !== 'tooSmall') return refusal;
  const least = recommendedMinimumIn(refusal.nodeText);
  // A minimum below the sold amount is no explanation.
  if (least !== undefined)
    return toNode(config, sell) < least ? tooSmall(minimumInSellUnits(config, sell, least), refusal.message) : refusal;
  const pool = state.pools.get(nodeAssetOf(sell.asset));
  return pool && toNode(config, sell) > pool.balanceAsset
    ? new ProviderError('insufficientLiquidity', 'The amount is more than the whole pool holds. Sell less.')
    : refusal;
}

async function askNode(
  deps: QuoteDeps,
  request: ProviderQuoteRequest,
  params: QuoteParams,
  { sell, state, affiliate }: { sell: Amount; state: NetworkState; affiliate: AffiliatePayout | undefined },
  signal: AbortSignal,
): Promise<NodeQuote> {
  const { config } = deps;
  const ask = asker(deps, request, state, signal);
  const named = (refusal: NodeRefusal) => namedRefusal(config, state, sell, refusal);
  try {
    return await ask(params);
  } catch (error) {
    if (!(error instanceof NodeRefusal)) throw error;
    if (error.row === 'memoTooLong') return withShorterLimit(ask, { config, request, affiliate }, params, error);
    const fewer = fewerSubSwaps(config, params, error);
    if (!fewer) throw named(error);
    try {
      return await ask(fewer);
    } catch (again) {
      throw again instanceof NodeRefusal ? named(again) : again;
    }
  }
}

function refuseWithoutStreaming(config: FamilyConfig, request: ProviderQuoteRequest, quote: NodeQuote): void {
  if (request.providerId === config.streamingId && (quote.max_streaming_quantity ?? 0) <= 1)
    throw new ProviderError(
      'quoteNotFound',
      `This amount does not stream: ${config.title} would swap it at once, as ${config.plainId} does.`,
    );
}

/** The state in which the quote's vault is listed: right after a churn the known list is a moment behind. */
async function stateWithVault(
  deps: QuoteDeps,
  request: ProviderQuoteRequest,
  quote: NodeQuote,
  state: NetworkState,
  signal: AbortSignal,
): Promise<NetworkState> {
  if (!vaultMismatch(deps.config, state, request.sellAsset, quote)) return state;
  const fresh = await deps.state.withFreshVaults(signal);
  const mismatch = vaultMismatch(deps.config, fresh, request.sellAsset, quote);
  if (mismatch) throw new ProviderError('unknownError', `${mismatch} Nothing may be paid to it.`);
  return fresh;
}

/** @throws {ProviderError} */
export async function quoteSwap(
  deps: QuoteDeps,
  request: ProviderQuoteRequest,
  options: CallOptions,
): Promise<RouteDraft[]> {
  const { config } = deps;
  const { signal } = options;
  const state = await deps.state.now(signal);
  checkTradable(config, state, [request.sellAsset, request.buyAsset]);
  const poolDecimals = (asset: typeof request.sellAsset) => state.pools.get(nodeAssetOf(asset))?.decimals;
  const [sellDecimals, buyDecimals] = await Promise.all(
    [request.sellAsset, request.buyAsset].map((asset) => deps.decimals.of(asset, poolDecimals(asset), signal)),
  );
  if (!sellDecimals || !buyDecimals) throw new ProviderError('unknownError', 'The decimals of an asset are not known.');
  const sell = sellAmountOf(config, request, sellDecimals.decimals);
  const sellNodeUnits = toNode(config, sell);
  checkDust(config, state, sell, sellNodeUnits);
  const affiliate = await deps.affiliates.payoutFor(request, state, signal);
  const params = paramsFor(config, request, sellNodeUnits, affiliate);
  const nowSeconds = Math.floor(deps.now() / 1000);
  const answer = await askNode(deps, request, params, { sell, state, affiliate }, signal);
  const named = { ...answer, expiry: answer.expiry ?? nowSeconds + MIN_EXPIRY_SECONDS };
  refuseWithoutStreaming(config, request, named);
  checkQuote(config, request, named, affiliate, nowSeconds);
  const quote = withKeptLeast({ config, request, quote: named, affiliate });
  const memo = request.destinationAddress && quote.memo ? parseSwapMemo(quote.memo) : undefined;
  checkRecommendedMinimum(config, quote, sell, sellNodeUnits);
  const checked = await stateWithVault(deps, request, quote, state, signal);
  const interval = Number(params.streaming_interval);
  const swap: QuotedSwap = {
    request,
    sell,
    buyDecimals: buyDecimals.decimals,
    quote,
    memo,
    affiliate,
    interval,
    state: checked,
  };
  const route = toRoute(config, swap);
  if (!request.includeTx) return [route];
  return [
    { ...route, ...(await deps.txBuilder.build(route, { swap, decimalsCertain: sellDecimals.certain }, options)) },
  ];
}
