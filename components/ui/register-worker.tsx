'use client';
import { useEffect } from 'react';
import { whenIdle } from './when-idle.ts';

/** Makes the app open without a network, in builds for use: while one develops, nothing may be kept. */
export function RegisterWorker() {
  useEffect(() => {
    // Replaced when the app is built.
    if (process.env.NODE_ENV !== 'production' || !('serviceWorker' in navigator)) return;
    // A browser that refuses, as in private windows, goes without.
    return whenIdle(() => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
  }, []);
  return null;
}
