/** Refuses refunds to another address than the payer's when an upstream cannot send them there. */
import { sameAddress } from '../chains/address.ts';
import { ProviderError } from '../domain/errors.ts';
import type { ProviderQuoteRequest } from './provider.ts';

/** @param why a sentence: where the money is, or goes, instead. @throws {ProviderError} */
export function refuseOtherRefund(request: ProviderQuoteRequest, why: string): void {
  const { refundAddress, sourceAddress, sellAsset } = request;
  if (refundAddress === undefined) return;
  if (sourceAddress && sameAddress(sellAsset.chain, refundAddress, sourceAddress)) return;
  throw new ProviderError('quoteNotFound', `${why} Ask without refundAddress, or give it as sourceAddress too.`);
}
