'use client';
import { useEffect, useState } from 'react';

/** The least time between two announcements. */
const LEAST_MS = 5000;
/** Long enough to be read out; then the region is empty again, so that it never contradicts the page. */
const KEPT_MS = 10_000;

/**
 * Text for a polite live region. It changes at most every five seconds, and disappears when it was read or is no longer
 * true.
 * @param key identifies the subject: the same key is not announced again. Undefined while there is nothing to announce.
 */
export function useAnnounced(key: string | undefined, text: string): string {
  const [said, setSaid] = useState<{ key: string | undefined; text: string; at: number }>({
    key: undefined,
    text: '',
    at: 0,
  });
  useEffect(() => {
    if (key === said.key) return;
    const wait = key === undefined ? 0 : Math.max(0, said.at + LEAST_MS - Date.now());
    const timer = setTimeout(() => setSaid({ key, text: key === undefined ? '' : text, at: Date.now() }), wait);
    return () => clearTimeout(timer);
  }, [key, text, said]);
  useEffect(() => {
    if (said.text === '') return;
    const timer = setTimeout(() => setSaid((now) => ({ ...now, text: '' })), KEPT_MS);
    return () => clearTimeout(timer);
  }, [said.text]);
  return key === said.key ? said.text : '';
}
