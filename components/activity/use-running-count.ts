'use client';
import { useSyncExternalStore } from 'react';
import { isRunning, onSavedSwaps, readSavedSwaps } from './saved-swaps.ts';

const count = () => readSavedSwaps().filter((swap) => isRunning(swap, Date.now())).length;

/** How many swaps of this browser are under way; 0 on the server. */
export const useRunningCount = (): number => useSyncExternalStore(onSavedSwaps, count, () => 0);
