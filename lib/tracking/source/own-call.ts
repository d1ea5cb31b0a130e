/** Tells which routes are paid by a call of their own: not told by a memo or an address, nor read from a vault's swap. */
import type { RouteDraft } from '../../domain/route.ts';
import { traitsOf } from '../../payments/traits.ts';

/** The transaction that was handed out tells such a payment from others. */
export const isOwnCall = ({ memo, inboundAddress, legs }: RouteDraft): boolean =>
  memo === undefined && inboundAddress === undefined && traitsOf(legs[0]?.provider).isPaidByOwnCall === true;
