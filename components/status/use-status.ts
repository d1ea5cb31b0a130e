'use client';
import { useEffect, useState } from 'react';
import { fetchStatus, type ServiceStatus } from '../../lib/api/status.ts';

/** The server asks upstreams no more often than this for all readers together. */
const ASK_AGAIN_MS = 15_000;
const AGE_STEP_MS = 5000;

/** The server's last answer, refreshed while the page is visible; `failed`: the last refresh failed. */
export function useStatus(first: ServiceStatus): { status: ServiceStatus; failed: boolean } {
  const [known, setKnown] = useState({ status: first, failed: false });
  useEffect(() => {
    const stop = new AbortController();
    const ask = async () => {
      if (document.hidden) return;
      try {
        const status = await fetchStatus(stop.signal);
        setKnown({ status, failed: false });
      } catch {
        if (!stop.signal.aborted) setKnown(({ status }) => ({ status, failed: true }));
      }
    };
    const timer = setInterval(() => void ask(), ASK_AGAIN_MS);
    const seen = () => void ask();
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
      stop.abort();
    };
  }, []);
  return known;
}

/**
 * The time in Unix milliseconds, updated every few seconds. It begins at `at`, so that server and browser render the
 * same.
 */
export function useAge(at: number): number {
  const [now, setNow] = useState(at);
  useEffect(() => {
    setNow(at);
    const timer = setInterval(() => setNow(Math.max(at, Date.now())), AGE_STEP_MS);
    return () => clearInterval(timer);
  }, [at]);
  return now;
}
