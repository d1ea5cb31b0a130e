'use client';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { onStored, ownStorage } from '../ui/own-storage.ts';
import { PREFERENCES_KEY, type Preferences, parsePreferences } from './preferences.ts';

const CHANGED = 'portage:preferences';
const listen = (changed: () => void) => onStored([PREFERENCES_KEY], CHANGED, changed);

/** The reader's preferences and their setter; none until hydration. */
export function usePreferences(): [Preferences, (change: Partial<Preferences>) => void] {
  const text = useSyncExternalStore(
    listen,
    () => ownStorage().getItem(PREFERENCES_KEY),
    () => null,
  );
  const preferences = useMemo(() => parsePreferences(text), [text]);
  const change = useCallback((changed: Partial<Preferences>) => {
    const next = { ...parsePreferences(ownStorage().getItem(PREFERENCES_KEY)), ...changed };
    try {
      ownStorage().setItem(PREFERENCES_KEY, JSON.stringify(next));
    } catch {
      // The storage is full: the old preferences stay.
    }
    window.dispatchEvent(new Event(CHANGED));
  }, []);
  return [preferences, change];
}
