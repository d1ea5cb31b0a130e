'use client';
import Link from 'next/link';
import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useEffect, useState } from 'react';
import { StillTime } from '../../../components/ui/use-now.ts';
import { EXHIBITS, type ExhibitName } from './exhibits.ts';
import { NOW } from './frame.tsx';

/** Each page is loaded by itself. */
const PAGES: Record<ExhibitName, LazyExoticComponent<ComponentType>> = {
  controls: lazy(() => import('./exhibits/controls.tsx').then((m) => ({ default: m.Controls }))),
  texts: lazy(() => import('./exhibits/texts.tsx').then((m) => ({ default: m.Texts }))),
  buttons: lazy(() => import('./exhibits/buttons.tsx').then((m) => ({ default: m.MainButtons }))),
  form: lazy(() => import('./exhibits/form.tsx').then((m) => ({ default: m.Form }))),
  receivers: lazy(() => import('./exhibits/receivers.tsx').then((m) => ({ default: m.Receivers }))),
  tokens: lazy(() => import('./exhibits/tokens.tsx').then((m) => ({ default: m.Tokens }))),
  lines: lazy(() => import('./exhibits/lines.tsx').then((m) => ({ default: m.Lines }))),
  routes: lazy(() => import('./exhibits/routes.tsx').then((m) => ({ default: m.Routes }))),
  review: lazy(() => import('./exhibits/review.tsx').then((m) => ({ default: m.Review }))),
  signing: lazy(() => import('./exhibits/signing.tsx').then((m) => ({ default: m.Signed }))),
  payment: lazy(() => import('./exhibits/payment.tsx').then((m) => ({ default: m.Payments }))),
  deposit: lazy(() => import('./exhibits/deposit.tsx').then((m) => ({ default: m.Deposits }))),
  tracking: lazy(() => import('./exhibits/tracking.tsx').then((m) => ({ default: m.Tracking }))),
  endings: lazy(() => import('./exhibits/tracking.tsx').then((m) => ({ default: m.Endings }))),
  'two-legs': lazy(() => import('./exhibits/two-legs.tsx').then((m) => ({ default: m.TwoLegs }))),
  records: lazy(() => import('./exhibits/records.tsx').then((m) => ({ default: m.Records }))),
  ledger: lazy(() => import('./exhibits/ledger.tsx').then((m) => ({ default: m.Ledger }))),
};

/**
 * Shows every component in every state, for review and for pictures; no page links to it. Time stands still here, and
 * figures are invented. Rendered in the browser only, because some components measure themselves.
 */
export function Workshop({ exhibit }: { exhibit: ExhibitName }) {
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(true), []);
  const Page = PAGES[exhibit];
  return (
    <div className="mx-auto grid w-full max-w-[1240px] grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8">
      <h1 lang="en" className="font-semibold text-20">
        Components, in all their states
      </h1>
      <nav lang="en" aria-label="Exhibits" className="flex flex-wrap gap-x-1 gap-y-1">
        {EXHIBITS.map((one) => (
          <Link
            key={one}
            href={`/ui?exhibit=${one}`}
            prefetch={false}
            aria-current={one === exhibit ? 'page' : undefined}
            className="inline-flex min-h-8 items-center rounded-6 px-2 text-water hover:bg-sunken aria-[current]:bg-water-tint aria-[current]:font-semibold"
          >
            {one}
          </Link>
        ))}
      </nav>
      <h2 lang="en" className="sr-only">
        {exhibit}
      </h2>
      {shown && (
        <StillTime value={NOW}>
          <Suspense fallback={null}>
            <div data-exhibit={exhibit} className="min-w-0">
              <Page />
            </div>
          </Suspense>
        </StillTime>
      )}
    </div>
  );
}
