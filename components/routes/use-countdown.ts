'use client';
import { useEffect, useState } from 'react';
import { isDue, secondsLeft } from './countdown.ts';

/**
 * Seconds until `due`; at zero calls `onZero`. Stands still while the page is out of sight, and calls it at once on
 * return where the answer has grown old meanwhile. Undefined while `due` is.
 */
export function useCountdown(
  triedAt: number | undefined,
  due: number | undefined,
  onZero: () => void,
): number | undefined {
  const [left, setLeft] = useState<number>();
  useEffect(() => {
    if (triedAt === undefined || due === undefined) return;
    const tick = (returned: boolean) => {
      if (document.hidden) return;
      setLeft(secondsLeft(Date.now(), due));
      if (isDue(Date.now(), triedAt, due, returned)) onZero();
    };
    tick(false);
    const timer = setInterval(() => tick(false), 1000);
    const seen = () => tick(true);
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [triedAt, due, onZero]);
  return due === undefined ? undefined : left;
}

/** Calls `onZero` once at `at` (Unix ms), and says how many seconds are left until then. */
export function useAlarm(at: number | undefined, onZero: () => void): number | undefined {
  const [left, setLeft] = useState<number>();
  useEffect(() => {
    if (at === undefined) return;
    const tick = () => {
      setLeft(secondsLeft(Date.now(), at));
      if (Date.now() >= at) onZero();
    };
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [at, onZero]);
  return at === undefined ? undefined : left;
}
