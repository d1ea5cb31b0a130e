/** Turns a quote of the made-up provider into a route. Pure. */
import { type Amount, toBaseUnits } from '../../domain/amount.ts';
import type { RouteDraft } from '../../domain/route.ts';
import type { ProviderQuoteRequest } from '../provider.ts';
import type { MadeUpQuote } from './upstream-schemas.ts';

const DECIMALS = 8;

export function toRoute(request: ProviderQuoteRequest, quote: MadeUpQuote): RouteDraft {
  const { sellAsset, buyAsset, sourceAddress = '', destinationAddress = '', providerId } = request;
  const sell = {
    asset: sellAsset,
    decimals: DECIMALS,
    baseUnits: toBaseUnits(request.sellAmount, DECIMALS, 'down') ?? 0n,
  };
  const buy: Amount = { asset: buyAsset, decimals: DECIMALS, baseUnits: BigInt(quote.out) };
  return {
    providers: [providerId],
    sell,
    expectedBuy: buy,
    guaranteedBuy: buy,
    sourceAddress,
    destinationAddress,
    inboundAddress: quote.payTo,
    orderId: quote.order,
    fees: [],
    totalSlippageBps: 0,
    legs: [{ provider: providerId, sell, buy, buyAtMaxSlippage: buy }],
    warnings: [],
    pricesUsd: [],
    tracking: { order: quote.order },
  };
}
