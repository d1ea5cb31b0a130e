/**
 * Remembers, for this process, since when each provider and chain has had its current standing, and the newest changes.
 */
import type { Standing, StandingChange } from '../api/status.ts';

const MOST_CHANGES = 20;

type Held = { standing: Standing; since?: number };

export type StandingLog = {
  /** Records a standing and returns since when it holds, where its beginning was seen. */
  hold(kind: StandingChange['kind'], id: string, standing: Standing): { since?: number };
  /** Newest first. */
  changes(): StandingChange[];
  watchedSince: number;
};

/** @param now unix ms. */
export function createStandingLog(now: () => number): StandingLog {
  const held = new Map<string, Held>();
  const changes: StandingChange[] = [];
  return {
    watchedSince: now(),
    hold(kind, id, standing) {
      if (standing === 'unknown') return {};
      const key = `${kind} ${id}`;
      const known = held.get(key);
      if (known?.standing !== standing) {
        const since = now();
        held.set(key, known ? { standing, since } : { standing });
        if (known) changes.unshift({ kind, id, from: known.standing, to: standing, at: since });
        changes.length = Math.min(changes.length, MOST_CHANGES);
      }
      const { since } = held.get(key) ?? {};
      return since === undefined ? {} : { since };
    },
    changes: () => [...changes],
  };
}
