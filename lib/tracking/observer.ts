/** Keeps observing every open swap, with or without clients and after every restart: the store knows which are open. */
import type { Store, StoredSwap } from '../db/store.ts';
import { type TrackedRoute, trackedRouteOf } from './locate-swap.ts';

export type Observer = {
  /** Resolves when no observation is under way any more. */
  stop(): Promise<void>;
};

export type ObserverDeps = {
  store: Store;
  now: () => number;
  log: (event: Record<string, unknown>) => void;
  /** One look at a swap, unless another look has claimed it. */
  look: (swap: StoredSwap, route: TrackedRoute) => Promise<unknown>;
  /** Milliseconds between two searches for due swaps. Default 1000. */
  everyMs?: number;
};

/** Looks at the same time: enough for hundreds of swaps a minute, few enough for keyless upstreams. */
const AT_ONCE = 8;
const BATCH = 64;
/**
 * Of so many batches that are due longest, each instance draws one: all instances find the same swaps due, and would
 * spend most of their time on those that another one looks at.
 */
const DRAWN_FROM = 4;
const EVERY_MS = 1000;
const MINUTE_MS = 60_000;
/**
 * Looks at unseen hashes a minute, for all instances together, so that invented hashes cost upstreams next to
 * nothing. A real payment is mostly seen by the look that follows the report of its hash.
 */
const UNSEEN_A_MINUTE = 2;

async function lookAt(deps: ObserverDeps, swap: StoredSwap): Promise<void> {
  try {
    const quote = await deps.store.loadQuote(swap.quoteId);
    const route = quote && trackedRouteOf(quote, swap.routeIndex);
    if (route) await deps.look(swap, route);
  } catch (error) {
    deps.log({ event: 'unexpected', error: String(error) });
  }
}

/** That many of the list at random, in its order; all of a list that has no more. */
export function drawn<T>(list: readonly T[], number: number): T[] {
  let [left, wanted] = [list.length, number];
  return list.filter(() => {
    const isDrawn = Math.random() * left < wanted;
    left -= 1;
    if (isDrawn) wanted -= 1;
    return isDrawn;
  });
}

/** Works through the list, that many items at a time. */
async function each<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}

/** Repeats the work, each time that long after the last run ended; `stop` resolves when no run is under way. */
function repeat(deps: ObserverDeps, everyMs: number, work: (isStopped: () => boolean) => Promise<void>): Observer {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round: Promise<void> = Promise.resolve();

  async function once(): Promise<void> {
    try {
      await work(() => stopped);
    } catch (error) {
      if (!stopped) deps.log({ event: 'unexpected', error: String(error) });
    }
  }

  function next(): void {
    timer = setTimeout(() => {
      round = once().then(() => {
        if (!stopped) next();
      });
    }, everyMs);
    timer.unref();
  }

  next();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}

/** Makes one of the looks that all instances together spend each minute on unseen hashes, if there are any. */
async function lookAtUnseen(deps: ObserverDeps): Promise<void> {
  const now = deps.now();
  const [swap] = await deps.store.dueUnseenSwaps(now, 1);
  if (!swap) return;
  const startedAt = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const lease = { key: 'unseen hashes', startedAt, windowMs: MINUTE_MS, limit: UNSEEN_A_MINUTE, want: 1 };
  if ((await deps.store.leaseRate(lease)).granted > 0) await lookAt(deps, swap);
}

export function startObserver(deps: ObserverDeps): Observer {
  const everyMs = deps.everyMs ?? EVERY_MS;
  const open = repeat(deps, everyMs, async (isStopped) => {
    const due = await deps.store.dueSwaps(deps.now(), BATCH * DRAWN_FROM);
    await each(drawn(due, BATCH), AT_ONCE, async (swap) => {
      if (!isStopped()) await lookAt(deps, swap);
    });
  });
  // A loop of its own, so that hashes that may be invented take no turn from paid swaps.
  const unseen = repeat(deps, everyMs, () => lookAtUnseen(deps));
  return {
    async stop() {
      await Promise.all([open.stop(), unseen.stop()]);
    },
  };
}
