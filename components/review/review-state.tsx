import type { ReactNode } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { traitsOf } from '../../lib/payments/traits.ts';
import { failureRemedy } from '../routes/failure-text.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { RefusalText } from '../ui/refusal-notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useText } from '../ui/text.tsx';
import type { Review } from './use-review.ts';

/** Why it takes long: some providers create something for this payment alone. */
function waitingText(t: Text, { legs }: WireRoute, connected: boolean): string {
  // The review opens a deposit channel only between two legs.
  const reserving = legs.filter(({ provider }) =>
    legs.length > 1 ? connected : !traitsOf(provider).opensDepositChannels,
  );
  const text = reserving.map(({ provider }) => traitsOf(provider).reservationText).find((one) => one !== undefined);
  return text ? t(text) : t('Asking once more, with your addresses…');
}

function failedText(t: Text, { why, error }: Extract<Review, { phase: 'failed' }>): string {
  if (why === 'timeout') return t('This takes too long. Asking again is safe: nothing is reserved twice.');
  if (why === 'unreachable') return t('The service cannot be reached.');
  if (error) return failureRemedy(t, error);
  return why === 'refused' ? t('This route is no longer offered.') : t('The service did not answer this request.');
}

/** The review while it is loading, where it failed, and as it is. */
export function ReviewState({
  review,
  chosen,
  connected,
  onAgain,
  children,
}: {
  review: Review;
  chosen: WireRoute;
  /** A wallet is there to sign. */
  connected: boolean;
  onAgain: () => void;
  children: ReactNode;
}) {
  const t = useText();
  if (review.phase === 'asking') {
    return (
      <div aria-busy="true" className="grid gap-4">
        <p role="status" className="text-ink-2">
          {waitingText(t, chosen, connected)}
        </p>
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
        <Skeleton className="h-[50px]" />
        <Skeleton className="h-40" />
      </div>
    );
  }
  if (review.phase === 'failed') {
    return (
      <Notice
        kind="care"
        live="assertive"
        title={t('This route is not available right now')}
        action={<Button onClick={onAgain}>{t('Ask again')}</Button>}
      >
        {review.refusal ? <RefusalText refusal={review.refusal} /> : <p>{failedText(t, review)}</p>}
        {review.detail && (
          <p lang="en" dir="ltr" className="mt-1 text-13">
            {review.detail}
          </p>
        )}
        <p className="mt-1">{t('Nothing was sent. You can also close this and take another route.')}</p>
      </Notice>
    );
  }
  return <div className="grid gap-4">{children}</div>;
}
