'use client';
import { createContext, useContext, useEffect, useState } from 'react';

/** Unix milliseconds at which time stands still for everything within, to show a countdown without running it. */
export const StillTime = createContext<number | undefined>(undefined);

/** The time in Unix milliseconds, updated every second while `running`. */
export function useNow(running = true): number {
  const still = useContext(StillTime);
  const [now, setNow] = useState(() => Date.now());
  const runs = running && still === undefined;
  useEffect(() => {
    if (!runs) return;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [runs]);
  return still ?? now;
}
