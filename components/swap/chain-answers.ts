'use client';
import { useEffect, useMemo, useSyncExternalStore } from 'react';

/**
 * Shares answers of the page's server between components, refreshes them when they are old, and asks for each only once
 * at a time.
 */
type Entry = { at: number; data?: unknown; failed?: boolean; asking?: boolean };

const entries = new Map<string, Entry>();
const listeners = new Set<() => void>();
let version = 0;

function put(path: string, entry: Entry): void {
  entries.set(path, entry);
  version += 1;
  for (const listener of listeners) listener();
}

async function ask(path: string): Promise<void> {
  const before = entries.get(path);
  if (before?.asking) return;
  put(path, { ...before, at: before?.at ?? 0, asking: true });
  try {
    const response = await fetch(path, { headers: { accept: 'application/json' } });
    if (!response.ok) throw new Error(`The answer was ${response.status}.`);
    put(path, { at: Date.now(), data: await response.json() });
  } catch {
    // The last data stays; the next use asks again.
    put(path, { at: Date.now(), ...(before?.data === undefined ? {} : { data: before.data }), failed: true });
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const now = () => version;
const none = () => 0;

/**
 * The last answers at these paths, undefined for those without one. Answers older than `staleMs` are fetched again,
 * also when the page becomes visible. The page and its server come from one build, so the answers have the types they
 * are read as.
 */
export function useAnswers(paths: readonly string[], staleMs: number): readonly unknown[] {
  const seen = useSyncExternalStore(subscribe, now, none);
  const key = paths.join('\n');
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState !== 'visible') return;
      for (const path of key === '' ? [] : key.split('\n'))
        if (Date.now() - (entries.get(path)?.at ?? 0) > staleMs) void ask(path);
    };
    refresh();
    // The tick is shorter than `staleMs`, because an answer is a little younger than the tick that requested it.
    const timer = setInterval(refresh, staleMs / 2);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [key, staleMs]);
  return useMemo(() => {
    void seen;
    return key === '' ? [] : key.split('\n').map((path) => entries.get(path)?.data);
  }, [key, seen]);
}
