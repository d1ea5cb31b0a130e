/**
 * Decides which routes are paid by a contract call of their own: identified neither by a memo or an address, nor by a
 * vault's swap.
 */
import type { RouteDraft } from '../../domain/route.ts';
import { traitsOf } from '../../payments/traits.ts';

/** The transaction that was handed out distinguishes such a payment from others. */
export const isOwnCall = ({ memo, inboundAddress, legs }: RouteDraft): boolean =>
  memo === undefined && inboundAddress === undefined && traitsOf(legs[0]?.provider).isPaidByOwnCall === true;
