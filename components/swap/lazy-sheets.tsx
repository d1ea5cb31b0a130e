'use client';
import { type ComponentProps, useEffect, useState } from 'react';
import { loadWholeList, type TokenBook } from '../tokens/token-store.ts';
import { warmPictures } from '../tokens/warm-pictures.ts';
import { latePart } from '../ui/late-part.tsx';
import { ownStorage } from '../ui/own-storage.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { warmAddressCheck } from './use-address-check.ts';

const ReviewSheet = latePart(() => import('../review/review-sheet.tsx').then((module) => module.ReviewSheet));
const SelectorSheet = latePart(() => import('./selector-sheet.tsx').then((module) => module.SelectorSheet));

/** True from the first opening on: the sheet stays mounted, so that its closing animation can finish. */
function useOnce(open: boolean): boolean {
  const [seen, setSeen] = useState(open);
  if (open && !seen) setSeen(true);
  return seen || open;
}

/** Sheets load lazily, because nothing of them is visible before a press. */
export function LateReviewSheet(props: ComponentProps<typeof ReviewSheet>) {
  return useOnce(props.open) ? <ReviewSheet {...props} /> : null;
}

export function LateSelectorSheet(props: ComponentProps<typeof SelectorSheet>) {
  return useOnce(props.selecting !== undefined) ? <SelectorSheet {...props} /> : null;
}

/** Preloads; a failed fetch is repeated by the press itself. */
const quietly = (load: () => Promise<unknown>) => void load().catch(() => undefined);
/** Preloads the selector, its token list and its pictures, when the user is about to choose an asset. */
export const warmSelector = ({ tokens }: TokenBook): void => {
  quietly(SelectorSheet.load);
  loadWholeList();
  warmPictures(tokens);
};
export const warmReview = (): void => quietly(ReviewSheet.load);

/**
 * Preloads the sheets and their pictures when the page is idle, so that the first press opens them at once.
 * @param quoting the first routes are awaited, which come sooner on a slow network that carries nothing else.
 */
export function useSheetsSoon({ tokens }: TokenBook, quoting: boolean): void {
  useEffect(
    () => (tokens.length > 0 && !quoting ? whenIdle(() => warmPictures(tokens)) : undefined),
    [tokens, quoting],
  );
  useEffect(() => {
    if (quoting) return;
    return whenIdle(() => {
      quietly(SelectorSheet.load);
      warmAddressCheck();
    });
  }, [quoting]);
}

const RecentPanel = latePart(() => import('./recent-panel.tsx').then((module) => module.RecentPanel));

/** Shown only when this browser has saved swaps, so that the first load carries no code for the list. */
export function LateRecentSwaps() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => setWanted(hasSwaps()), []);
  return wanted ? <RecentPanel /> : null;
}

const hasSwaps = (): boolean => (ownStorage().getItem('portage.swaps') ?? '').length > 2;

const RecentWaysList = latePart(() => import('../routes/recent-ways.tsx').then((module) => module.RecentWays));

/** Drawn in the browser alone: the lines are as wide as it is, and the server may not send styles of its own. */
export function LateRecentWays(props: ComponentProps<typeof RecentWaysList>) {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  return drawn ? <RecentWaysList {...props} /> : null;
}
