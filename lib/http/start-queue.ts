/**
 * Starts requests no faster than the event loop keeps up with, in turn among callers, and refuses at once what could not
 * be started in time. Health checks do not pass here, so they are answered between two starts.
 */
import { Problem } from '../api/problem.ts';

/** A round of the event loop that takes less is quick: more may be started in the next one; in a slow one fewer. */
const QUICK_MS = 15;
const SLOW_MS = 40;
const MOST_A_ROUND = 8;
/** Whoever cannot be started within this time is told to come again. */
const LONGEST_WAIT_MS = 700;
/** A new estimate counts this much of the last round. */
const WEIGHT = 0.3;

export type StartQueue = {
  /**
   * Runs `start` when it is the caller's turn: at once while the event loop is quick. @param caller whose turn it is:
   * the others take theirs in between. @throws {Problem} 503 with Retry-After, at once.
   */
  enter(caller: string, start: () => void, gone: () => boolean): void;
  /** How many wait. */
  length(): number;
};

export type StartQueueDeps = {
  /** Ms of a clock that never goes back. */
  now: () => number;
  /** Runs a function in the next round of the event loop, after what is ready now. */
  nextRound: (work: () => void) => void;
};

type Waiting = { start: () => void; gone: () => boolean };

const overloaded = (): Problem =>
  new Problem({
    status: 503,
    title: 'Service Unavailable',
    detail: 'More is asked here than can be answered in time. Try again in a second.',
    headers: { 'retry-after': '1' },
  });

export function createStartQueue({ now, nextRound }: StartQueueDeps): StartQueue {
  /** By caller, in the order in which they have their turns. */
  const lines = new Map<string, Waiting[]>();
  let waiting = 0;
  let aRound = 4;
  let roundMs = 1;
  let running = false;

  /** The time until the last of that many has started. */
  const waitMs = (before: number): number => (before / aRound) * roundMs;

  /** The next one whose client is still there. */
  function next(): Waiting | undefined {
    for (const [caller, line] of lines) {
      const one = line.shift();
      lines.delete(caller);
      if (line.length > 0) lines.set(caller, line);
      if (one === undefined) continue;
      waiting -= 1;
      if (!one.gone()) return one;
    }
    return undefined;
  }

  function adapt(ms: number): void {
    roundMs += (ms - roundMs) * WEIGHT;
    if (ms > SLOW_MS) aRound = Math.max(1, Math.floor(aRound / 2));
    else if (ms < QUICK_MS) aRound = Math.min(MOST_A_ROUND, aRound + 1);
  }

  function round(): void {
    const startedAt = now();
    for (let n = 0; n < aRound; n += 1) {
      const one = next();
      if (one === undefined) break;
      one.start();
    }
    nextRound(() => {
      adapt(now() - startedAt);
      if (waiting > 0) round();
      else running = false;
    });
  }

  return {
    enter(caller, start, gone) {
      const line = lines.get(caller) ?? [];
      // With turns, a caller waits for its own line as often as there are others, and never for all that wait.
      const before = Math.min(waiting, (line.length + 1) * Math.max(1, lines.size));
      if (waitMs(before) > LONGEST_WAIT_MS) throw overloaded();
      line.push({ start, gone });
      lines.set(caller, line);
      waiting += 1;
      if (running) return;
      running = true;
      round();
    },
    length: () => waiting,
  };
}
