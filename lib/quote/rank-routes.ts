/** Measures routes for the one ranking rule of `lib/domain/rank-order.ts`. */
import { rescale } from '../domain/amount.ts';
import { PROVIDER_IDS } from '../domain/provider-id.ts';
import { rankRoutes as rank } from '../domain/rank-order.ts';
import type { RankedRoute, RouteDraft } from '../domain/route.ts';
import { amountUsd, type Prices, routeValue } from '../domain/route-value.ts';
import { shortfallBps } from '../domain/slippage.ts';

/** Index in the enumeration: the last tie-breaker, whatever the order in which providers were asked. */
function enumerationIndex(draft: RouteDraft): number {
  const id = draft.providers[0];
  return id === undefined ? PROVIDER_IDS.length : PROVIDER_IDS.indexOf(id);
}

function netUsdOf({ sell, expectedBuy, fees }: RouteDraft, prices: Prices): number | undefined {
  const paid = fees.map((fee) => ({ ...fee, paid: fee.amount }));
  return routeValue({ sell, buy: expectedBuy, fees: paid }, (amount) => amountUsd(amount, prices)).netUsd;
}

/** All drafts buy one asset; when providers count it in different precision, the finest is compared. */
export function rankRoutes(drafts: readonly RouteDraft[], prices: Prices, slippageBps: number): RankedRoute[] {
  const decimals = Math.max(0, ...drafts.map((draft) => draft.expectedBuy.decimals));
  return rank(drafts, (draft) => ({
    valueAfterAllFeesUsd: netUsdOf(draft, prices),
    expectedBuyBaseUnits: rescale(draft.expectedBuy.baseUnits, draft.expectedBuy.decimals, decimals, 'down'),
    totalSeconds: draft.estimatedTime?.total,
    belowTolerance: shortfallBps(draft.expectedBuy.baseUnits, draft.guaranteedBuy.baseUnits) > slippageBps,
    providerIndex: enumerationIndex(draft),
  })).map(({ item, tags }) => ({ draft: item, tags }));
}
