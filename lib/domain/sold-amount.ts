/** Says how much a swap sold. */
import { type Amount, rescale } from './amount.ts';
import { sameAsset } from './asset.ts';
import type { DerivedSwap } from './derive-swap.ts';
import type { RouteDraft } from './route.ts';

/**
 * The amount that arrived, where it is known, since a deposit may differ from the quoted amount; else the quoted one.
 * In the decimals of the quote.
 */
export function soldAmount({ sell }: RouteDraft, { inbound }: DerivedSwap): Amount {
  const arrived = inbound?.amount;
  if (arrived === undefined || !sameAsset(arrived.asset, sell.asset)) return sell;
  return { ...sell, baseUnits: rescale(arrived.baseUnits, arrived.decimals, sell.decimals, 'down') };
}
