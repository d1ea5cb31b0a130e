'use client';
import { RecentSwaps } from '../activity/recent-swaps.tsx';
import { useSavedSwaps } from '../activity/use-saved-swaps.ts';

/** The last swaps of this browser, under the empty form's routes. */
export function RecentPanel() {
  const swaps = useSavedSwaps();
  return swaps && swaps.length > 0 ? <RecentSwaps swaps={swaps} /> : null;
}
