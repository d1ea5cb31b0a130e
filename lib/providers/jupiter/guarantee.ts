/** Computes what a quoted swap would guarantee for a smaller amount. */
import { mulDiv } from '../../domain/amount.ts';
import type { RouteDraft } from '../../domain/route.ts';

/**
 * `Provider.guaranteeFor`: the quote's threshold, less the token's own tax, in proportion to the amount, rounded
 * down. A transaction sells exactly the quoted amount; a smaller one needs a new quote with a threshold of its own.
 */
export function guaranteeFor({ sell, guaranteedBuy }: RouteDraft, sellBaseUnits: bigint): bigint {
  if (sellBaseUnits <= 0n || sell.baseUnits <= 0n) return 0n;
  if (sellBaseUnits >= sell.baseUnits) return guaranteedBuy.baseUnits;
  return mulDiv(guaranteedBuy.baseUnits, sellBaseUnits, sell.baseUnits, 'down');
}
