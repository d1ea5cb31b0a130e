/** Computes what a quoted swap would guarantee for a smaller amount. */
import { mulDiv } from '../../domain/amount.ts';
import type { RouteDraft } from '../../domain/route.ts';

/**
 * `Provider.guaranteeFor`: the quote's least return in proportion to the amount, rounded down. It is what a contract that
 * scales the least return of the call (`SwapCall`) enforces. A call that is sent as it was built sells the quoted amount
 * and no other; of that one nothing else is guaranteed.
 */
export function guaranteeFor({ sell, guaranteedBuy }: RouteDraft, sellBaseUnits: bigint): bigint {
  if (sellBaseUnits <= 0n || sell.baseUnits <= 0n) return 0n;
  if (sellBaseUnits >= sell.baseUnits) return guaranteedBuy.baseUnits;
  return mulDiv(guaranteedBuy.baseUnits, sellBaseUnits, sell.baseUnits, 'down');
}
