'use client';
import { type ComponentType, useEffect } from 'react';
import { latePart } from '../ui/late-part.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useText } from '../ui/text.tsx';
import { type Tracking, useTracking } from './use-tracking.ts';

const LiveSwap = latePart(
  () => import('./live-swap.tsx').then((m) => m.LiveSwap),
  ({ tracking }) => <Waiting lost={tracking.lost} />,
);
const UnknownHere = latePart(
  () => import('./unknown-here.tsx').then((m) => m.UnknownHere),
  () => <Waiting lost={false} />,
);

export type TrackedSwap = { quoteId: string; routeIndex: number; hash?: string | undefined };

/** Follows one swap, identified by the page's address alone. */
export function TrackScreen({
  listener: Listener,
  ...swap
}: TrackedSwap & {
  /** Renders nothing; receives every state of the tracking. */
  listener?: ComponentType<{ tracking: Tracking; swap: TrackedSwap }>;
}) {
  const { quoteId, routeIndex, hash } = swap;
  const tracking = useTracking(quoteId, routeIndex, hash);
  const { response, unknown, lost } = tracking;
  useEffect(() => {
    // Loaded while the service is asked, so that it is ready when it answers.
    LiveSwap.load().catch(() => undefined);
  }, []);
  return (
    <div className="mx-auto grid w-full max-w-[760px] grid-cols-[minmax(0,1fr)] gap-4 px-4 py-5 sm:px-6 wide:py-11">
      {Listener && <Listener tracking={tracking} swap={swap} />}
      {unknown !== undefined ? (
        <UnknownHere {...swap} message={unknown} />
      ) : response ? (
        <LiveSwap {...swap} tracking={{ ...tracking, response }} />
      ) : (
        <Waiting lost={lost} />
      )}
    </div>
  );
}

function Waiting({ lost }: { lost: boolean }) {
  const t = useText();
  return (
    <div aria-busy="true" className="card grid gap-5 p-4 sm:p-6">
      <h1 className="sr-only">{t('Your swap')}</h1>
      {lost && (
        <Notice kind="care" live="polite" title={t('The service cannot be reached')}>
          {t('The swap continues without this page, which keeps checking. Leave it open or come back later.')}
        </Notice>
      )}
      <Skeleton className="h-7 w-3/5" />
      <Skeleton className="h-16" />
      <Skeleton className="h-72" />
    </div>
  );
}
