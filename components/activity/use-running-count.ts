'use client';
import { useSyncExternalStore } from 'react';
import { isRunning, onSavedSwaps, readSavedSwaps } from './saved-swaps.ts';

const count = () => readSavedSwaps().filter((swap) => isRunning(swap, Date.now())).length;

/** The number of running swaps in this browser; 0 on the server. */
export const useRunningCount = (): number => useSyncExternalStore(onSavedSwaps, count, () => 0);
