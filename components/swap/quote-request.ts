/** Builds the quote request of the form, as soon as the form is complete enough. */

import type { SaleRequest } from '../../lib/api/schemas/quote.ts';
import { sameAssetId, splitAsset } from '../../lib/domain/split-asset.ts';
import { canBeBoosted } from '../../lib/payments/traits.ts';
import type { SwapForm } from './form-url.ts';
import { AUTO_SLIPPAGE } from './slippage-advice.ts';

/**
 * Routes boosted by pools of up to this fee are shown beside the plain ones: 30 bps is the highest tier of the lending
 * pools.
 */
const BOOST_LIMIT_BPS = 30;

/** The terms that an embedding host sets. */
export type QuoteTerms = Pick<SaleRequest, 'providers' | 'affiliate' | 'affiliateFee' | 'affiliateFeeRules'>;

/**
 * Undefined while the amount is missing, invalid, or has more decimals than the asset.
 * @param amount plain decimal, '' for none.
 * @param addresses canonical; undefined when missing or invalid.
 */
export function quoteRequest(
  form: Pick<SwapForm, 'sell' | 'buy' | 'slippage'>,
  amount: string,
  decimals: number | undefined,
  addresses: { to: string | undefined; from: string | undefined },
  terms: QuoteTerms = {},
): SaleRequest | undefined {
  if (!/[1-9]/.test(amount)) return undefined;
  if (decimals !== undefined && (amount.split('.')[1]?.length ?? 0) > decimals) return undefined;
  if (sameAssetId(form.sell, form.buy)) return undefined;
  const sold = splitAsset(form.sell);
  return {
    sellAsset: form.sell,
    buyAsset: form.buy,
    sellAmount: amount,
    slippage: form.slippage ?? AUTO_SLIPPAGE,
    ...(sold.ok && canBeBoosted(sold.asset.chain) ? { maxBoostFeeBps: BOOST_LIMIT_BPS } : {}),
    ...(addresses.to ? { destinationAddress: addresses.to } : {}),
    ...(addresses.from ? { sourceAddress: addresses.from } : {}),
    ...terms,
  };
}
