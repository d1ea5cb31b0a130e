'use client';
import { useSyncExternalStore } from 'react';

/** The id of the last quote requested on this page, with which the tracking examples begin. */
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
