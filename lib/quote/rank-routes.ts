/** Measures routes for the one ranking rule of `lib/domain/rank-order.ts`. */
import { type Amount, larger, mulDiv, rescale } from '../domain/amount.ts';
import { PROVIDER_IDS } from '../domain/provider-id.ts';
import { LEAST_SOLD, type Measure, MOST_RECEIVED, rankRoutes as rank } from '../domain/rank-order.ts';
import type { RankedRoute, RouteDraft } from '../domain/route.ts';
import { amountUsd, type Prices, routeValue } from '../domain/route-value.ts';
import { shortfallBps } from '../domain/slippage.ts';
import { type WantedOutput, wantedUnits } from '../domain/wanted-output.ts';

/** Index in the enumeration: the last tie-breaker, whatever the order in which providers were asked. */
function enumerationIndex(draft: RouteDraft): number {
  const id = draft.providers[0];
  return id === undefined ? PROVIDER_IDS.length : PROVIDER_IDS.indexOf(id);
}

/**
 * What the route brings of the bought asset. For a wanted output routes sell different amounts: what each would bring,
 * at its own rate, for the largest of them, so that the one that sells least ranks first.
 */
function outputOf({ sell, expectedBuy }: RouteDraft, { wanted, most }: Compared): Amount {
  if (!wanted) return expectedBuy;
  const units = wantedUnits(wanted, expectedBuy.decimals);
  const sold = rescale(sell.baseUnits, sell.decimals, SCALE, 'up');
  return { ...expectedBuy, baseUnits: mulDiv(units, most, sold, 'down') };
}

function netUsdOf({ sell, fees }: RouteDraft, buy: Amount, prices: Prices): number | undefined {
  const paid = fees.map((fee) => ({ ...fee, paid: fee.amount }));
  return routeValue({ sell, buy, fees: paid }, (amount) => amountUsd(amount, prices)).netUsd;
}

/** More decimals than any asset has. */
const SCALE = 36;
/** `most`: the largest sale of all, with `SCALE` decimals. */
type Compared = { wanted: WantedOutput | undefined; most: bigint };

export type RankOptions = { slippageBps: number; wanted?: WantedOutput | undefined };

/** All drafts buy one asset; when providers count it in different precision, the finest is compared. */
export function rankRoutes(
  drafts: readonly RouteDraft[],
  prices: Prices,
  { slippageBps, wanted }: RankOptions,
): RankedRoute[] {
  const decimals = Math.max(0, ...drafts.map((draft) => draft.expectedBuy.decimals));
  const sales = drafts.map(({ sell }) => rescale(sell.baseUnits, sell.decimals, SCALE, 'up'));
  const compared = { wanted, most: sales.reduce((most, one) => larger(most, one), 0n) };
  const measure = (draft: RouteDraft): Measure => {
    const output = outputOf(draft, compared);
    return {
      valueAfterAllFeesUsd: netUsdOf(draft, output, prices),
      expectedBuyBaseUnits: rescale(output.baseUnits, output.decimals, decimals, 'down'),
      totalSeconds: draft.estimatedTime?.total,
      belowTolerance: shortfallBps(draft.expectedBuy.baseUnits, draft.guaranteedBuy.baseUnits) > slippageBps,
      providerIndex: enumerationIndex(draft),
    };
  };
  return rank(drafts, measure, wanted ? LEAST_SOLD : MOST_RECEIVED).map(({ item, tags }) => ({ draft: item, tags }));
}
