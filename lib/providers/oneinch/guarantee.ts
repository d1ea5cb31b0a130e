/** Computes what a quoted swap would guarantee for a smaller amount. */
import { mulDiv } from '../../domain/amount.ts';
import type { RouteDraft } from '../../domain/route.ts';

/**
 * `Provider.guaranteeFor`: the quote's minimum return in proportion to the amount, rounded down. A contract that
 * scales the minimum return of the call (`SwapCall`) enforces it. A call sent as it was built sells exactly the
 * quoted amount; it guarantees nothing for another one.
 */
export function guaranteeFor({ sell, guaranteedBuy }: RouteDraft, sellBaseUnits: bigint): bigint {
  if (sellBaseUnits <= 0n || sell.baseUnits <= 0n) return 0n;
  if (sellBaseUnits >= sell.baseUnits) return guaranteedBuy.baseUnits;
  return mulDiv(guaranteedBuy.baseUnits, sellBaseUnits, sell.baseUnits, 'down');
}
