/** Summarises routes and payments for the host: enough to decide and to display, nothing about how they are signed. */
import type { RouteSummary } from '../../lib/api/embed/messages.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { splitAsset } from '../../lib/domain/split-asset.ts';
import type { HostNotice } from './embedding.tsx';

type Placed = { quoteId: string; routeIndex: number; route: WireRoute };
/** The sides of a route, from a wire route or from tracking. */
type Sides = { sellAsset: string; buyAsset: string; sellAmount: string };

export const sidesOfRoute = ({ sellAsset, buyAsset, sellAmount }: Sides): Sides => ({
  sellAsset,
  buyAsset,
  sellAmount,
});

export function routeSummary(route: WireRoute): RouteSummary {
  const { providers, expectedBuyAmount, expectedBuyAmountMaxSlippage, totalSlippageBps, meta, estimatedTime } = route;
  return {
    providers,
    expectedBuyAmount,
    expectedBuyAmountMaxSlippage,
    tags: [...meta.tags],
    totalSlippageBps,
    ...(meta.priceImpact === undefined ? {} : { priceImpact: meta.priceImpact }),
    ...(estimatedTime ? { seconds: estimatedTime.total } : {}),
  };
}

export const aboutPayment = ({ quoteId, routeIndex, route }: Placed) => ({
  ...sidesOfRoute(route),
  quoteId,
  routeIndex,
  route: routeSummary(route),
  sourceAddress: route.sourceAddress,
  destinationAddress: route.destinationAddress,
});

/** Undefined for an unknown asset, which no quoted route has. */
export function sentMessage(
  swap: { quoteId: string; routeIndex: number; route: Sides },
  hash: string,
): Extract<HostNotice, { type: 'sent' }> | undefined {
  const sold = splitAsset(swap.route.sellAsset);
  if (!sold.ok) return undefined;
  const { quoteId, routeIndex } = swap;
  return { type: 'sent', quoteId, routeIndex, hash, ...sidesOfRoute(swap.route), chain: sold.asset.chain };
}
