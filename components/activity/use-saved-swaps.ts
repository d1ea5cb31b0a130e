'use client';
import { useEffect, useState } from 'react';
import { refreshSwaps } from './report-hash.ts';
import { onSavedSwaps, readSavedSwaps, type SavedSwap } from './saved-swaps.ts';

const POLL_MS = 15_000;

/**
 * The swaps of this browser, newest first; undefined before they are read. Running ones are refreshed from time to
 * time.
 */
export function useSavedSwaps(): SavedSwap[] | undefined {
  const [swaps, setSwaps] = useState<SavedSwap[]>();
  useEffect(() => {
    const read = () => setSwaps(readSavedSwaps());
    read();
    return onSavedSwaps(read);
  }, []);
  useEffect(() => {
    const refresh = () => void (document.hidden || refreshSwaps());
    refresh();
    const timer = setInterval(refresh, POLL_MS);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, []);
  return swaps;
}
