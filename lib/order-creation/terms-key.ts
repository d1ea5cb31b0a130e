/** Computes the key of equal terms, for any caller: what is created upstream is created once for a key. */
import { createHash } from 'node:crypto';
import { assetKey } from '../domain/asset.ts';
import type { AskedQuote } from '../providers/provider.ts';

/** Hex digest of everything an order depends on. A payout that the deployment changes makes another order. */
export function termsKey(request: AskedQuote): string {
  const { affiliate } = request;
  const payout = Object.entries(affiliate?.payout ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const terms = [
    request.providerId,
    assetKey(request.sellAsset),
    assetKey(request.buyAsset),
    request.sellAmount ?? [request.wanted.buyAmount, request.wanted.exact],
    request.slippageBps,
    request.sourceAddress ?? null,
    request.destinationAddress ?? null,
    affiliate && affiliate.feeBps > 0 ? [affiliate.name.toLowerCase(), affiliate.feeBps, payout] : null,
    request.maxBoostFeeBps ?? null,
    ...(request.refundAddress ? [request.refundAddress] : []),
  ];
  return createHash('sha256').update(JSON.stringify(terms)).digest('hex');
}
