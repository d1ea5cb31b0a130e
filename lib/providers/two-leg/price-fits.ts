/**
 * Decides whether an open channel's terms still fit the request: the swap would not be refunded right now, and could
 * not end far below what a channel opened now would guarantee.
 */
import { mulDiv, smaller } from '../../domain/amount.ts';
import type { RouteDraft, TwoLeg } from '../../domain/route.ts';
import type { Provider } from '../provider.ts';
import { leastOutput } from './receiver-call.ts';

const BPS = 10_000n;

/** The legs as quoted now. */
export type FreshLegs = readonly [RouteDraft, RouteDraft];

/** Below the current guarantee by more than another whole tolerance. */
const isTooLoose = (kept: bigint, now: bigint, slippageBps: number): boolean =>
  kept * BPS < now * (BPS - BigInt(slippageBps));

/** Undefined when the leg's own provider cannot compute it; no guarantee is shown then. */
const guaranteed = ({ guaranteeFor }: Provider, draft: RouteDraft, baseUnits: bigint): bigint =>
  guaranteeFor?.(draft, smaller(baseUnits, draft.sell.baseUnits)) ?? 0n;

/**
 * The whole route's guarantee through an open channel that takes the first leg's payout, in base units of the bought
 * asset. Undefined: it no longer fits. `kept` is the second leg as the channel was opened.
 */
export function channelGuarantee(
  second: Provider,
  kept: RouteDraft,
  [first, fresh]: FreshLegs,
  slippageBps: number,
): bigint | undefined {
  const paid = first.expectedBuy.baseUnits;
  const counted = smaller(paid, kept.sell.baseUnits);
  if (counted <= 0n) return undefined;
  // Above the quoted amount the price stays the same.
  const demanded = mulDiv(guaranteed(second, kept, counted), paid, counted, 'down');
  if (demanded > fresh.expectedBuy.baseUnits) return undefined;
  const sure = smaller(first.guaranteedBuy.baseUnits, smaller(kept.sell.baseUnits, fresh.sell.baseUnits));
  const least = guaranteed(second, kept, sure);
  return isTooLoose(least, guaranteed(second, fresh, sure), slippageBps) ? undefined : least;
}

/**
 * The same for a channel that takes the deposit and whose payout is swapped on: the first leg's minimum price and the
 * receiver's minimum output were fixed when it was opened. `now` is the current guarantee of the whole.
 */
export function receiverGuarantee(
  prepared: RouteDraft & { twoLeg: TwoLeg },
  [first, fresh]: FreshLegs,
  now: bigint,
  slippageBps: number,
): bigint | undefined {
  const [kept] = prepared.twoLeg.legs;
  const paid = first.expectedBuy.baseUnits;
  if (kept.guaranteedBuy.baseUnits > paid || kept.expectedBuy.baseUnits <= 0n) return undefined;
  const demanded = mulDiv(leastOutput(prepared), paid, kept.expectedBuy.baseUnits, 'up');
  if (demanded > fresh.expectedBuy.baseUnits) return undefined;
  const least = prepared.guaranteedBuy.baseUnits;
  return isTooLoose(least, now, slippageBps) ? undefined : least;
}
