'use client';
import { useEffect, useMemo, useSyncExternalStore } from 'react';

/** Answers of the page's own server that several parts show and that grow old; asked for once, however many show them. */
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
    // What was known stays; it is asked again when it is needed the next time.
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
 * The last answers at these paths, undefined where there is none yet; asked for anew when the page is looked at again
 * and they are older than `staleMs`. The page and its server are of one build: the answer is of the type it is read as.
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
    // An answer is younger than the tick that asked for it.
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
