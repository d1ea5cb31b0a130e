'use client';
import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import { loadWholeList } from '../tokens/token-store.ts';
import { ownStorage } from '../ui/own-storage.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { warmAddressCheck } from './use-address-check.ts';

const review = () => import('../review/review-sheet.tsx');
const selector = () => import('./selector-sheet.tsx');

const ReviewSheet = lazy(() => review().then((module) => ({ default: module.ReviewSheet })));
const SelectorSheet = lazy(() => selector().then((module) => ({ default: module.SelectorSheet })));

/** Mounted with the first opening, and from then on, so that it can close in peace. */
function useOnce(open: boolean): boolean {
  const [seen, setSeen] = useState(open);
  if (open && !seen) setSeen(true);
  return seen || open;
}

/** What nobody sees before they press something is not part of the page's first load. */
export function LateReviewSheet(props: ComponentProps<typeof ReviewSheet>) {
  return useOnce(props.open) ? (
    <Suspense fallback={null}>
      <ReviewSheet {...props} />
    </Suspense>
  ) : null;
}

export function LateSelectorSheet(props: ComponentProps<typeof SelectorSheet>) {
  return useOnce(props.selecting !== undefined) ? (
    <Suspense fallback={null}>
      <SelectorSheet {...props} />
    </Suspense>
  ) : null;
}

/** A fetch that fails is tried again by the press itself. */
const quietly = (load: () => Promise<unknown>) => void load().catch(() => undefined);
/** Somebody is about to choose an asset: the selector, and the list that it shows. */
export const warmSelector = (): void => {
  quietly(selector);
  loadWholeList();
};
export const warmReview = (): void => quietly(review);

/** Fetches the sheets once the page is at rest, so that the first press opens them at once. */
export function useSheetsSoon(): void {
  useEffect(
    () =>
      whenIdle(() => {
        quietly(selector);
        warmAddressCheck();
      }),
    [],
  );
}

const RecentPanel = lazy(() => import('./recent-panel.tsx').then((module) => ({ default: module.RecentPanel })));

/** Only where this browser has swaps: what draws them is not part of the page's first load. */
export function LateRecentSwaps() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => setWanted(hasSwaps()), []);
  return wanted ? (
    <Suspense fallback={null}>
      <RecentPanel />
    </Suspense>
  ) : null;
}

const hasSwaps = (): boolean => (ownStorage().getItem('portage.swaps') ?? '').length > 2;
