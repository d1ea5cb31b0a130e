/** The user's request: what was typed into the form, chosen from the list, and agreed to since. */
import type { SaleRequest } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { percentToBps } from '../../lib/domain/slippage.ts';
import type { Asked } from '../../lib/wallet/wallet-types.ts';

/**
 * @param request as the form made it.
 * @param chosen the route in the list, which showed its fees. @param leastBuyAmount the minimum that the review shows,
 * to which a user who continues agrees.
 */
export function askedOf(request: SaleRequest, chosen: WireRoute, leastBuyAmount: string): Asked {
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
