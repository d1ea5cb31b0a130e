import type { ReactNode } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { Review } from './use-review.ts';

/** What is being done meanwhile; some providers make something for this payment alone, which takes its time. */
function waitingWords({ providers, legs }: WireRoute, connected: boolean): string {
  if (providers.includes('GARDEN'))
    return 'Garden is reserving your swap. Mostly this takes seconds, at times up to a minute…';
  if (legs.length > 1 && connected)
    return 'Opening a deposit channel at Chainflip for this swap. Mostly this takes ten to twenty seconds, at times up to a minute…';
  return 'Asking once more, with your addresses…';
}

/** The review while it is asked for, where it cannot be had, and as it is. */
export function ReviewState({
  review,
  chosen,
  connected,
  onAgain,
  children,
}: {
  review: Review;
  chosen: WireRoute;
  /** A wallet is. */
  connected: boolean;
  onAgain: () => void;
  children: ReactNode;
}) {
  if (review.phase === 'asking') {
    return (
      <div aria-busy="true" className="grid gap-4">
        <p role="status" className="text-ink-2">
          {waitingWords(chosen, connected)}
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
        title="This route cannot be had just now"
        action={<Button onClick={onAgain}>Ask again</Button>}
      >
        {review.message} {review.remedy} Nothing was sent. You can also close this and take another route.
      </Notice>
    );
  }
  return <div className="grid gap-4">{children}</div>;
}
