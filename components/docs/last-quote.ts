'use client';
import { useSyncExternalStore } from 'react';

/** The quote that was asked for last on this page: what tracking it and reading it again begin with. */
let quoteId: string | undefined;
const listeners = new Set<() => void>();

export function rememberQuote(id: string): void {
  quoteId = id;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useLastQuote = (): string | undefined =>
  useSyncExternalStore(
    subscribe,
    () => quoteId,
    () => undefined,
  );
