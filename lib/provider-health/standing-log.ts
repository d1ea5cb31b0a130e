/** Remembers, for this process, since when each provider and chain stands as it does, and the newest changes. */
import type { Standing, StandingChange } from '../api/status.ts';

const MOST_CHANGES = 20;

type Held = { standing: Standing; since: number; atLeast?: true };

export type StandingLog = {
  /** Keeps since when it stands so; answers that. Of what nobody has asked yet there is no such time. */
  hold(kind: StandingChange['kind'], id: string, standing: Standing): { since?: number; atLeast?: true };
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
        held.set(key, { standing, since, ...(known ? {} : { atLeast: true }) });
        if (known) changes.unshift({ kind, id, from: known.standing, to: standing, at: since });
        changes.length = Math.min(changes.length, MOST_CHANGES);
      }
      const { since, atLeast } = held.get(key) ?? {};
      return { ...(since === undefined ? {} : { since }), ...(atLeast ? { atLeast } : {}) };
    },
    changes: () => [...changes],
  };
}
