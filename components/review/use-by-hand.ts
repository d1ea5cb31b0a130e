'use client';
import type { Asked } from '../../lib/wallet/wallet-types.ts';
import { trackPath } from '../activity/saved-swaps.ts';
import { orderAddress } from '../deposit/order-text.ts';
import { rememberReviewed } from '../deposit/reviewed-payments.ts';
import { useEmbedding } from '../embed/embedding.tsx';
import { sentMessage } from '../embed/summaries.ts';
import { useGo } from '../embed/use-go.ts';
import { type QuotedRoute, recordHash } from './use-payment.ts';

/** What follows a payment from elsewhere: the swap's own page, or the details of how to pay. */
export function useByHand(review: QuotedRoute, asked: Asked, onShow: () => void) {
  const router = useGo();
  const embedding = useEmbedding();
  const toTrack = (hash: string) => {
    const sent = hash === '' ? undefined : sentMessage(review, hash);
    if (sent) embedding.tell(sent);
    router.push(trackPath(recordHash(review, hash)));
  };
  /** The order's address is shown on the swap's own page, where it survives a reload. */
  const showPayment = () => {
    const address = orderAddress(review.route);
    if (address === undefined) return onShow();
    rememberReviewed(review, asked, { address });
    toTrack('');
  };
  return { toTrack, showPayment };
}
