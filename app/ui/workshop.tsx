'use client';
import Link from 'next/link';
import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useEffect, useState } from 'react';
import { StillTime } from '../../components/ui/use-now.ts';
import { NOW } from './frame.tsx';
import { PARTS, type PartName } from './parts.ts';

/** Each page is loaded by itself. */
const PAGES: Record<PartName, LazyExoticComponent<ComponentType>> = {
  controls: lazy(() => import('./parts/controls.tsx').then((m) => ({ default: m.Controls }))),
  words: lazy(() => import('./parts/words.tsx').then((m) => ({ default: m.Words }))),
  buttons: lazy(() => import('./parts/buttons.tsx').then((m) => ({ default: m.MainButtons }))),
  form: lazy(() => import('./parts/form.tsx').then((m) => ({ default: m.Form }))),
  receivers: lazy(() => import('./parts/receivers.tsx').then((m) => ({ default: m.Receivers }))),
  tokens: lazy(() => import('./parts/tokens.tsx').then((m) => ({ default: m.Tokens }))),
  lines: lazy(() => import('./parts/lines.tsx').then((m) => ({ default: m.Lines }))),
  routes: lazy(() => import('./parts/routes.tsx').then((m) => ({ default: m.Routes }))),
  review: lazy(() => import('./parts/review.tsx').then((m) => ({ default: m.Review }))),
  signing: lazy(() => import('./parts/signing.tsx').then((m) => ({ default: m.Signed }))),
  payment: lazy(() => import('./parts/payment.tsx').then((m) => ({ default: m.Payments }))),
  deposit: lazy(() => import('./parts/deposit.tsx').then((m) => ({ default: m.Deposits }))),
  tracking: lazy(() => import('./parts/tracking.tsx').then((m) => ({ default: m.Tracking }))),
  endings: lazy(() => import('./parts/tracking.tsx').then((m) => ({ default: m.Endings }))),
  'two-legs': lazy(() => import('./parts/two-legs.tsx').then((m) => ({ default: m.TwoLegs }))),
  records: lazy(() => import('./parts/records.tsx').then((m) => ({ default: m.Records }))),
};

/**
 * Every part in every state, for looking at and for pictures; not linked from anywhere. Time stands still in here, and
 * figures are invented. Some parts measure themselves, so that the browser draws them.
 */
export function Workshop({ part }: { part: PartName }) {
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(true), []);
  const Page = PAGES[part];
  return (
    <div className="mx-auto grid w-full max-w-[1240px] grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8">
      <h1 lang="en" className="font-semibold text-20">
        Parts, in all their states
      </h1>
      <nav lang="en" aria-label="Parts" className="flex flex-wrap gap-x-1 gap-y-1">
        {PARTS.map((one) => (
          <Link
            key={one}
            href={`/ui?part=${one}`}
            prefetch={false}
            aria-current={one === part ? 'page' : undefined}
            className="inline-flex min-h-8 items-center rounded-6 px-2 text-water hover:bg-sunken aria-[current]:bg-water-tint aria-[current]:font-semibold"
          >
            {one}
          </Link>
        ))}
      </nav>
      <h2 lang="en" className="sr-only">
        {part}
      </h2>
      {shown && (
        <StillTime value={NOW}>
          <Suspense fallback={null}>
            <div data-part={part} className="min-w-0">
              <Page />
            </div>
          </Suspense>
        </StillTime>
      )}
    </div>
  );
}
