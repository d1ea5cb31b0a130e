/** What the person asked for: as it was typed into the form and chosen from the list, and as it was agreed to since. */
import type { QuoteRequest } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { percentToBps } from '../../lib/domain/slippage.ts';
import type { Asked } from '../../lib/wallet/assert-asked.ts';

/**
 * @param request as the form made it.
 * @param chosen the route in the list: its fees were seen there.
 * @param leastBuyAmount what the review shows as the least, which is agreed to by whoever goes on.
 */
export function askedOf(request: QuoteRequest, chosen: WireRoute, leastBuyAmount: string): Asked {
  const { sellAsset, buyAsset, sellAmount, sourceAddress, destinationAddress = '', refundAddress } = request;
  return {
    sellAsset,
    buyAsset,
    sellAmount,
    sourceAddress,
    destinationAddress,
    refundAddress,
    slippageBps: percentToBps(request.slippage),
    affiliateFeeBps: chosen.meta.affiliateFee,
    maxBoostFeeBps: request.maxBoostFeeBps,
    chosen: { provider: chosen.providers[0] ?? '', leastBuyAmount },
  };
}
