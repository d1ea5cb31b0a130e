'use client';
import { useEffect, useState } from 'react';
import { isDue, secondsLeft } from './countdown.ts';

/**
 * Calls `onDue` at `due`; both times are Unix milliseconds. It pauses while the page is hidden, and calls at once on
 * return if the answer has grown old meanwhile. Causes no rendering.
 */
export function useDue(triedAt: number | undefined, due: number | undefined, onDue: () => void): void {
  useEffect(() => {
    if (triedAt === undefined || due === undefined) return;
    const look = (returned: boolean) => {
      if (!document.hidden && isDue(Date.now(), triedAt, due, returned)) onDue();
    };
    look(false);
    const timer = setInterval(() => look(false), 1000);
    const seen = () => look(true);
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [triedAt, due, onDue]);
}

/**
 * Whole seconds until `at` (Unix milliseconds), updated every second while the page is visible; undefined while `at`
 * is.
 */
export function useSecondsLeft(at: number | undefined): number | undefined {
  const [left, setLeft] = useState<number>();
  useEffect(() => {
    if (at === undefined) return;
    const tick = () => {
      if (!document.hidden) setLeft(secondsLeft(Date.now(), at));
    };
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [at]);
  return at === undefined ? undefined : left;
}

/** Calls `onZero` once at `at` (Unix milliseconds) and returns the seconds left until then. */
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
