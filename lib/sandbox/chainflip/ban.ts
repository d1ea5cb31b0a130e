/**
 * Counts 404 answers as the backend does, and bans all callers for a while after too many, because addresses cannot be
 * distinguished here.
 */
import type { World } from '../ledger.ts';

const WINDOW_MS = 60_000;
const MOST_IN_WINDOW = 10;
const BAN_MS = 600_000;

export type Ban = { isOn(): boolean; secondsLeft(): number; count(): void; reset(): void };

/**
 * The window is in wall time, like the callers' own rate limits; the ban ends by the world's time, so that tests need
 * not wait.
 */
export function createBan({ clock }: Pick<World, 'clock'>): Ban {
  let misses: number[] = [];
  let until = 0;
  return {
    isOn: () => clock.now() < until,
    secondsLeft: () => Math.max(1, Math.ceil((until - clock.now()) / 1000)),
    count() {
      const now = clock.now();
      misses = [...misses.filter((at) => at > now - WINDOW_MS), now];
      if (misses.length <= MOST_IN_WINDOW) return;
      misses = [];
      until = now + BAN_MS / clock.speed;
    },
    reset() {
      misses = [];
      until = 0;
    },
  };
}
