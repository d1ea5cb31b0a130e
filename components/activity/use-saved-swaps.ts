'use client';
import { useEffect, useState } from 'react';
import { ApiProblem } from '../../lib/api/client.ts';
import { api } from '../ui/api.ts';
import { changeSavedSwap, readSavedSwaps, SAVED_SWAPS_CHANGED, type SavedSwap } from './saved-swaps.ts';

const FINAL: readonly (string | undefined)[] = ['completed', 'refunded', 'failed'];
const POLL_MS = 15_000;
/** How many open swaps the list asks about at once. */
const WATCHED = 6;

/** Tells the service about a hash; one that it could not be told stays marked and is told again later. */
export async function tellHash(swap: SavedSwap): Promise<void> {
  const { quoteId, routeIndex, hash, chain } = swap;
  try {
    const { trackingStatus } = await api.track({ quoteId, routeIndex, ...(hash ? { hash, chainId: chain } : {}) });
    changeSavedSwap(swap, { told: true, status: trackingStatus });
  } catch (error) {
    // The service knows this quote no more: telling it again would not help.
    if (error instanceof ApiProblem && error.status === 404) changeSavedSwap(swap, { told: true });
  }
}

/** The swaps of this browser, newest first; undefined until they were read. Open ones are asked about now and then. */
export function useSavedSwaps(): SavedSwap[] | undefined {
  const [swaps, setSwaps] = useState<SavedSwap[]>();
  useEffect(() => {
    const read = () => setSwaps(readSavedSwaps());
    read();
    window.addEventListener(SAVED_SWAPS_CHANGED, read);
    window.addEventListener('storage', read);
    return () => {
      window.removeEventListener(SAVED_SWAPS_CHANGED, read);
      window.removeEventListener('storage', read);
    };
  }, []);
  useEffect(() => {
    const tellOpen = () => {
      const open = readSavedSwaps().filter((swap) => !swap.told || !FINAL.includes(swap.status));
      for (const swap of open.slice(0, WATCHED)) void tellHash(swap);
    };
    tellOpen();
    const timer = setInterval(() => !document.hidden && tellOpen(), POLL_MS);
    return () => clearInterval(timer);
  }, []);
  return swaps;
}
