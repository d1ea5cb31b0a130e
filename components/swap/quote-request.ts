/** The question that the form asks, as soon as it can be asked. */
import type { QuoteRequest } from '../../lib/api/schemas/quote.ts';
import { sameAssetId, splitAsset } from '../../lib/domain/asset-parts.ts';
import type { SwapForm } from './form-url.ts';
import { AUTO_SLIPPAGE } from './slippage-advice.ts';

/** Boosted routes are shown beside the plain ones up to this fee: the highest of the pools that lend. */
const BOOST_LIMIT_BPS = 30;

/** What a host asks for in its embed. */
export type QuoteTerms = Pick<QuoteRequest, 'providers' | 'affiliate' | 'affiliateFee'>;

/**
 * Undefined while the amount is missing, wrong, or finer than the asset is.
 * @param amount plain decimal, '' none.
 * @param to and `from` canonical, undefined where they are not good.
 */
export function quoteRequest(
  form: Pick<SwapForm, 'sell' | 'buy' | 'slippage'>,
  amount: string,
  decimals: number | undefined,
  addresses: { to: string | undefined; from: string | undefined },
  terms: QuoteTerms = {},
): QuoteRequest | undefined {
  if (!/[1-9]/.test(amount)) return undefined;
  if (decimals !== undefined && (amount.split('.')[1]?.length ?? 0) > decimals) return undefined;
  if (sameAssetId(form.sell, form.buy)) return undefined;
  const sold = splitAsset(form.sell);
  return {
    sellAsset: form.sell,
    buyAsset: form.buy,
    sellAmount: amount,
    slippage: form.slippage ?? AUTO_SLIPPAGE,
    ...(sold.ok && sold.asset.chain === 'BTC' ? { maxBoostFeeBps: BOOST_LIMIT_BPS } : {}),
    ...(addresses.to ? { destinationAddress: addresses.to } : {}),
    ...(addresses.from ? { sourceAddress: addresses.from } : {}),
    ...terms,
  };
}
