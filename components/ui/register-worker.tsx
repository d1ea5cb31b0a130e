'use client';
import { useEffect } from 'react';
import { whenIdle } from './when-idle.ts';

/**
 * Registers the service worker that lets the app open offline; in production builds only, because development must not
 * cache.
 */
export function RegisterWorker() {
  useEffect(() => {
    // The build replaces `NODE_ENV` by its value.
    if (process.env.NODE_ENV !== 'production' || !('serviceWorker' in navigator)) return;
    // A browser that refuses, as in private windows, does without.
    return whenIdle(() => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
  }, []);
  return null;
}
