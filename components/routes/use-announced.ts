'use client';
import { useEffect, useState } from 'react';

/** Screen readers are not told more often. */
const LEAST_MS = 5000;

/**
 * Words for a polite live region, at most every five seconds.
 * @param key of what they are about: while it stays, nothing is said again. Undefined while there is nothing to say.
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
