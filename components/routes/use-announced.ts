'use client';
import { useEffect, useState } from 'react';

/** The least time between two announcements. */
const LEAST_MS = 5000;

/**
 * Text for a polite live region, changed at most every five seconds.
 * @param key identifies the subject: the same key is not announced again. Undefined while there is nothing to announce.
 */
export function useAnnounced(key: string | undefined, words: string): string {
  const [said, setSaid] = useState({ key: '', words: '', at: 0 });
  useEffect(() => {
    if (key === undefined || key === said.key) return;
    const wait = Math.max(0, said.at + LEAST_MS - Date.now());
    const timer = setTimeout(() => setSaid({ key, words, at: Date.now() }), wait);
    return () => clearTimeout(timer);
  }, [key, words, said]);
  return said.words;
}
