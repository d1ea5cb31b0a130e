'use client';
import { RecentSwaps } from '../activity/recent-swaps.tsx';
import { useSavedSwaps } from '../activity/use-saved-swaps.ts';

/** The browser's last swaps, shown below the routes of the empty form. */
export function RecentPanel() {
  const swaps = useSavedSwaps();
  return swaps && swaps.length > 0 ? <RecentSwaps swaps={swaps} /> : null;
}
