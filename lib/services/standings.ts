/** Remembers, for this process, how each provider answered lately and since when each provider and chain stands as it does. */
import type { Standing, StandingChange } from '../api/status.ts';

/** How far back answers count. */
const WINDOW_MS = 10 * 60_000;
/** Half of a provider's quotes took longer: people wait for it. */
const SLOW_MS = 3000;
/** So many tell more than chance. */
const LEAST_FOR_SLOW = 3;
const MOST_ANSWERS = 50;
const MOST_CHANGES = 20;

/** With these there was no answer, or none that could be read; every other code is an answer. */
const SILENT: ReadonlySet<string> = new Set(['providerQuoteTimeout', 'httpError', 'unknownError']);

type Heard = { at: number; silent: boolean /** Of a quote that was answered. */; quoteMs?: number };
type Held = { standing: Standing; since: number; atLeast?: true };

export type Standings = {
  /** A provider's call ended. `ms` where it was a quote. */
  heard(provider: string, outcome: string, quoteMs?: number): void;
  /** By what it answered alone. */
  answers(provider: string): { standing: 'answering' | 'slow' | 'silent' | 'unknown'; typicalMs?: number };
  /** Keeps since when it stands so; answers that. Of what nobody has asked yet there is no such time. */
  hold(kind: StandingChange['kind'], id: string, standing: Standing): { since?: number; atLeast?: true };
  /** Newest first. */
  changes(): StandingChange[];
  watchedSince: number;
};

/** @param now unix ms. */
export function createStandings(now: () => number): Standings {
  const answers = new Map<string, Heard[]>();
  const held = new Map<string, Held>();
  const everHeard = new Set<string>();
  const changes: StandingChange[] = [];

  function lately(provider: string): Heard[] {
    const kept = (answers.get(provider) ?? []).filter(({ at }) => at > now() - WINDOW_MS).slice(-MOST_ANSWERS);
    answers.set(provider, kept);
    return kept;
  }

  return {
    watchedSince: now(),
    heard(provider, outcome, quoteMs) {
      // Nobody waited for the answer: it says nothing.
      if (outcome === 'abandoned') return;
      const silent = SILENT.has(outcome);
      if (!silent) everHeard.add(provider);
      lately(provider).push({ at: now(), silent, ...(silent || quoteMs === undefined ? {} : { quoteMs }) });
    },
    answers(provider) {
      const all = lately(provider);
      const last = all.at(-1);
      if (last === undefined || !everHeard.has(provider)) return { standing: 'unknown' };
      const times = all.flatMap(({ quoteMs }) => quoteMs ?? []).sort((a, b) => a - b);
      const median = times[Math.floor((times.length - 1) / 2)];
      const typical = median === undefined ? {} : { typicalMs: Math.round(median) };
      // One that fails among others is a hiccup; two in a row, or the only one there was, is silence.
      if (last.silent && all.at(-2)?.silent !== false) return { standing: 'silent', ...typical };
      const isSlow = times.length >= LEAST_FOR_SLOW && median !== undefined && median > SLOW_MS;
      return { standing: isSlow ? 'slow' : 'answering', ...typical };
    },
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

let processStandings: Standings | undefined;

/** The process's one. */
export function standings(): Standings {
  processStandings ??= createStandings(() => Date.now());
  return processStandings;
}
