/**
 * Starts requests no faster than the event loop keeps up with, in turn among callers, and refuses at once those that
 * could not be started in time. Health checks bypass the queue, so they are answered between two starts.
 */
import { Problem } from '../api/problem.ts';

/**
 * A round of the event loop below this is quick, and the next one may start more; after a slower one it starts fewer.
 */
const QUICK_MS = 15;
const SLOW_MS = 40;
const MOST_A_ROUND = 8;
/**
 * A request that cannot be started within this time is refused with Retry-After. Callers take turns, so only a caller's
 * own burst waits this long: twenty quotes at once of one program pass on a busy machine too.
 */
const LONGEST_WAIT_MS = 2000;
/** A browser does not ask again for a page, its scripts or its pictures: refused, they would leave its reader without one. */
export const LONGEST_WAIT_FOR_PAGES_MS = 10_000;
/** How much longer than that a request really waits at most, since an estimate may be too low. */
const LATER_MS = 500;
/** The weight of the last round in a new estimate. */
const WEIGHT = 0.3;

export type StartQueue = {
  /**
   * Resolves when it is the caller's turn: at once while the event loop is quick, and never where `gone` returns true
   * by then.
   * @param caller whose turn it is; other callers take theirs in between. @param longestWaitMs 2 s by default.
   * @throws {Problem} 503 with Retry-After: at once, or when the wait exceeded its estimate.
   */
  enter(caller: string, gone: () => boolean, longestWaitMs?: number): Promise<void>;
  /** The number of waiting requests. */
  length(): number;
};

export type StartQueueDeps = {
  /** Ms of a monotonic clock. */
  now: () => number;
  /** Runs a function in the next round of the event loop, after what is ready now. */
  nextRound: (work: () => void) => void;
};

type Waiting = { start: () => void; refuse: (problem: Problem) => void; gone: () => boolean; latest: number };

const overloaded = (): Problem =>
  new Problem({
    status: 503,
    title: 'Service Unavailable',
    detail: 'More is asked here than can be answered in time. Try again in a second.',
    headers: { 'retry-after': '1' },
  });

export function createStartQueue({ now, nextRound }: StartQueueDeps): StartQueue {
  /** By caller, in the order of their turns. */
  const lines = new Map<string, Waiting[]>();
  let waiting = 0;
  let aRound = 4;
  /** What one start costs the event loop, averaged over recent rounds. */
  let startMs = 1;
  let running = false;

  /** The time until the last of that many requests has started. */
  const waitMs = (before: number): number => before * startMs;

  /** The next request whose client is still connected. */
  function next(): Waiting | undefined {
    for (const [caller, line] of lines) {
      const one = line.shift();
      lines.delete(caller);
      if (line.length > 0) lines.set(caller, line);
      if (one === undefined) continue;
      waiting -= 1;
      if (one.gone()) continue;
      if (now() <= one.latest) return one;
      one.refuse(overloaded());
    }
    return undefined;
  }

  function adapt(ms: number, started: number): void {
    if (started > 0) startMs += (ms / started - startMs) * WEIGHT;
    if (ms > SLOW_MS) aRound = Math.max(1, Math.floor(aRound / 2));
    else if (ms < QUICK_MS) aRound = Math.min(MOST_A_ROUND, aRound + 1);
  }

  function round(): void {
    const startedAt = now();
    let started = 0;
    for (; started < aRound; started += 1) {
      const one = next();
      if (one === undefined) break;
      one.start();
    }
    nextRound(() => {
      adapt(now() - startedAt, started);
      if (waiting > 0) round();
      else running = false;
    });
  }

  return {
    async enter(caller, gone, longestWaitMs = LONGEST_WAIT_MS) {
      const line = lines.get(caller) ?? [];
      // Callers take turns, so before this one start at most as many as its caller's line times the number of callers,
      // and never more than wait.
      const before = Math.min(waiting, (line.length + 1) * Math.max(1, lines.size));
      if (waitMs(before) > longestWaitMs) throw overloaded();
      const latest = now() + longestWaitMs + LATER_MS;
      const turn = new Promise<void>((start, refuse) => line.push({ start, refuse, gone, latest }));
      lines.set(caller, line);
      waiting += 1;
      if (!running) {
        running = true;
        round();
      }
      await turn;
    },
    length: () => waiting,
  };
}
