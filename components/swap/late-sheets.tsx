'use client';
import dynamic from 'next/dynamic';
import { useEffect } from 'react';

const review = () => import('../review/review-sheet.tsx').then((module) => module.ReviewSheet);
const selector = () => import('../tokens/token-selector.tsx').then((module) => module.TokenSelector);

/** What nobody sees before they press something is not part of the page's first load. */
export const LateReviewSheet = dynamic(review, { ssr: false });
export const LateTokenSelector = dynamic(selector, { ssr: false });

/** Fetches the sheets once the page is alive, so that the first press opens them at once. */
export function useSheetsSoon(): void {
  useEffect(() => {
    void review();
    void selector();
  }, []);
}
