'use client';
import { useSyncExternalStore } from 'react';
import { currentBook, emptyBook, subscribe, type TokenBook } from './token-store.ts';

export type { TokenBook } from './token-store.ts';

/** What can be swapped now, as far as it is needed: see `TokenBook`. A list that cannot be refreshed keeps the last one. */
export const useTokens = (): TokenBook => useSyncExternalStore(subscribe, currentBook, emptyBook);
