/** Computes the exact minimum that a route's own minimum price enforces, for the quoted amount or a smaller one. */
import type { RouteDraft } from '../../domain/route.ts';
import { enforcedOutput } from './min-price.ts';
import { type SwapTerms, termsOf } from './terms.ts';

const BPS = 10_000n;

/** The quote's fees, in base units of the side that each is taken from. */
export type QuotedFees = { ingress: bigint; egress: bigint };

/**
 * Minimum payout of a deposit in base units: a boost may cost up to its limit, each chunk is held to the price by
 * itself, the egress fee is taken off. 0 when fees take everything.
 */
export function enforcedPayout(terms: SwapTerms, fees: QuotedFees, depositBaseUnits: bigint): bigint {
  const boostFee = (depositBaseUnits * BigInt(terms.maxBoostFeeBps)) / BPS;
  const input = depositBaseUnits - boostFee - fees.ingress;
  if (input <= 0n) return 0n;
  const least = enforcedOutput(BigInt(terms.minPriceX128), input, terms.dca?.numberOfChunks ?? 1) - fees.egress;
  return least > 0n ? least : 0n;
}

/**
 * `Provider.guaranteeFor`: the minimum payout of a channel under this route's terms for a deposit of this amount,
 * with the quote's fees. Exact; equals the route's own guarantee at the quoted amount, falls with the amount, never
 * above the route's expectation. 0 for another provider's route and for routes stored before fees were kept.
 */
export function guaranteeFor(draft: RouteDraft, sellBaseUnits: bigint): bigint {
  const terms = termsOf(draft);
  if (!terms?.fees || sellBaseUnits <= 0n) return 0n;
  const fees = { ingress: BigInt(terms.fees.ingress), egress: BigInt(terms.fees.egress) };
  const least = enforcedPayout(terms, fees, sellBaseUnits);
  const most = draft.expectedBuy.baseUnits;
  if (least > most) return most;
  return least;
}
