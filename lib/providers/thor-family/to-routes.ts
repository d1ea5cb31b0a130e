/** Turns a node's quote, once it has passed every check, into a route: pure, no rounding in the seller's disfavour. */
import { CHAINS } from '../../chains/chains.ts';
import type { Amount } from '../../domain/amount.ts';
import { type Asset, assetKey } from '../../domain/asset.ts';
import type { Fee, FeeType } from '../../domain/fee.ts';
import type { EstimatedTime, RouteDraft, Warning } from '../../domain/route.ts';
import type { ProviderQuoteRequest } from '../provider.ts';
import type { AffiliatePayout } from './affiliates.ts';
import { fromNode, nodeAssetOf, toNode } from './assets.ts';
import { type FamilyConfig, isStreaming, NODE_BLOCK_SECONDS } from './config.ts';
import { inboundFee } from './inbound-fee.ts';
import { leastPayout, neededLimit } from './limit.ts';
import type { SwapMemo } from './memo.ts';
import type { NetworkState } from './network-state.ts';
import { lossBps, marketValue, priceUsdOf } from './prices.ts';
import type { NodeQuote } from './upstream-schemas.ts';

export type QuotedSwap = {
  request: ProviderQuoteRequest;
  /** What is really sold: the caller's amount without the digits that the node does not count. */
  sell: Amount;
  buyDecimals: number;
  quote: NodeQuote;
  /** Undefined while the route is indicative. */
  memo: SwapMemo | undefined;
  affiliate: AffiliatePayout | undefined;
  /** Requested blocks between sub-swaps. */
  interval: number;
  state: NetworkState;
};

/** A swap of more than this part of a pool is large for it; ours. */
const THIN_POOL_SHARE = 20n;

function fees(config: FamilyConfig, swap: QuotedSwap): Fee[] {
  const { request, quote, buyDecimals } = swap;
  const buy = request.buyAsset;
  const taken = (type: FeeType, nodeUnits: bigint | undefined): Fee[] =>
    nodeUnits === undefined || nodeUnits === 0n
      ? []
      : [
          {
            type,
            amount: fromNode(config, buy, buyDecimals, nodeUnits, 'up'),
            chain: buy.chain,
            protocol: request.providerId,
          },
        ];
  const paid = inboundFee(config, swap, request.sellAsset);
  return [
    ...(paid
      ? [{ type: 'inbound' as const, amount: paid, chain: request.sellAsset.chain, protocol: request.providerId }]
      : []),
    ...taken('liquidity', quote.fees.liquidity),
    ...taken('outbound', quote.fees.outbound),
    ...taken('affiliate', quote.fees.affiliate),
  ];
}

/** Includes the assets of the fees: ranking subtracts the sender's fees on top, in money. */
function pricedAssets({ sellAsset, buyAsset }: ProviderQuoteRequest, routeFees: readonly Fee[]): Asset[] {
  const all = [sellAsset, buyAsset, ...routeFees.map(({ amount }) => amount.asset)];
  return [...new Map(all.map((asset) => [assetKey(asset), asset])).values()];
}

/** Sub-swaps of a rapid swap share blocks at best; without a counter-flow each takes a block of its own. */
function estimatedTime(config: FamilyConfig, swap: QuotedSwap): EstimatedTime {
  const { quote, request } = swap;
  const blockOf = (asset: Asset) => Math.ceil(CHAINS[asset.chain].blockSeconds);
  const confirmation = quote.inbound_confirmation_seconds ?? 0;
  const delay = quote.outbound_delay_seconds ?? 0;
  const rapid = config.rapid && !isStreaming(config, request) ? (quote.max_streaming_quantity ?? 1) : 1;
  const swapSeconds = Math.max(quote.streaming_swap_seconds ?? 0, rapid * NODE_BLOCK_SECONDS, NODE_BLOCK_SECONDS);
  const inbound = confirmation + blockOf(request.sellAsset);
  const blocks = blockOf(request.sellAsset) + blockOf(request.buyAsset);
  const nodeSeconds = quote.total_swap_seconds ?? 0;
  return {
    inbound,
    swap: swapSeconds,
    outbound: delay + blockOf(request.buyAsset),
    total: Math.max(nodeSeconds, confirmation + Math.max(delay, swapSeconds)) + blocks,
  };
}

/** Warnings that only the pools can give; those that follow from a route's numbers are the same for every provider. */
function warnings(config: FamilyConfig, { request, sell, state }: QuotedSwap): Warning[] {
  const pool = state.pools.get(nodeAssetOf(request.sellAsset));
  return pool && toNode(config, sell) * THIN_POOL_SHARE > pool.balanceAsset
    ? [{ code: 'lowLiquidity', display: 'The swap is large for the pool that it goes through.' }]
    : [];
}

/** The address of the payment. A plain transfer pays on UTXO and Cosmos chains only; EVM goes through the router. */
function destinationOfPayment(config: FamilyConfig, { request, quote }: QuotedSwap) {
  const vault = quote.inbound_address;
  if (!request.destinationAddress || request.sellAsset.chain === config.nativeChain || vault === undefined) return {};
  const kind = CHAINS[request.sellAsset.chain].kind;
  if (quote.router !== undefined && (kind === 'evm' || kind === 'radix')) {
    return {
      targetAddress: quote.router,
      vaultAddress: vault,
      ...(request.sellAsset.kind === 'token' ? { approvalAddress: quote.router } : {}),
    };
  }
  return { targetAddress: vault, inboundAddress: vault };
}

function costs(config: FamilyConfig, swap: QuotedSwap) {
  const { request, quote, sell, state } = swap;
  const market = marketValue(config, state, request.sellAsset, request.buyAsset, toNode(config, sell));
  if (market === undefined) return { totalSlippageBps: quote.fees.total_bps ?? quote.fees.slippage_bps ?? 0 };
  const expected = quote.expected_amount_out;
  const beforeFees = expected + (quote.fees.outbound ?? 0n) + (quote.fees.affiliate ?? 0n);
  return {
    totalSlippageBps: lossBps(market, expected),
    priceImpactPercent: lossBps(market, beforeFees) / 100,
  };
}

/** The route of one provider id, without its transaction. */
export function toRoute(config: FamilyConfig, swap: QuotedSwap): RouteDraft {
  const { request, quote, sell, memo, affiliate, state } = swap;
  const buy = (nodeUnits: bigint): Amount => fromNode(config, request.buyAsset, swap.buyDecimals, nodeUnits, 'down');
  const expectedBuy = buy(quote.expected_amount_out);
  const quoted = { config, request, quote, affiliate };
  const guaranteedBuy = buy(leastPayout(quoted, memo?.limit ?? neededLimit(quoted)));
  const routeFees = fees(config, swap);
  const minimum = quote.recommended_min_amount_in;
  return {
    providers: [request.providerId],
    sell,
    expectedBuy,
    guaranteedBuy,
    sourceAddress: request.sourceAddress ?? '',
    destinationAddress: request.destinationAddress ?? '',
    ...(request.refundAddress ? { refundAddress: request.refundAddress } : {}),
    ...destinationOfPayment(config, swap),
    ...(memo && quote.memo !== undefined ? { memo: quote.memo } : {}),
    ...(memo && quote.expiry !== undefined ? { expirationSeconds: quote.expiry } : {}),
    fees: routeFees,
    estimatedTime: estimatedTime(config, swap),
    ...costs(config, swap),
    legs: [{ provider: request.providerId, sell, buy: expectedBuy, buyAtMaxSlippage: guaranteedBuy, fees: routeFees }],
    warnings: warnings(config, swap),
    streamingInterval: memo?.interval ?? swap.interval,
    ...(quote.max_streaming_quantity === undefined ? {} : { maxStreamingQuantity: quote.max_streaming_quantity }),
    ...(affiliate && request.affiliate
      ? { affiliate: { name: request.affiliate.name, feeBps: affiliate.feeBps } }
      : {}),
    ...(minimum === undefined
      ? {}
      : { recommendedMinimum: fromNode(config, sell.asset, sell.decimals, minimum, 'up') }),
    pricesUsd: pricedAssets(request, routeFees).flatMap((asset) => {
      const priceUsd = priceUsdOf(config, state, asset);
      return priceUsd === undefined ? [] : [{ asset, priceUsd }];
    }),
    tracking: { variant: config.variant },
  };
}
