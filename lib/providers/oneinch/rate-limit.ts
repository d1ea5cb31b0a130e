/**
 * Shares one allowance of requests in the whole process. Requests queue, quotes first; one that would be served too
 * late is refused at once.
 */
import { TooBusy } from '../../chain-clients/pace.ts';

/** Quotes, then their prices, then lists. */
export const RANKS = { quote: 0, price: 1, list: 2 } as const;
export type Rank = (typeof RANKS)[keyof typeof RANKS];

export type Turn = {
  signal: AbortSignal;
  /** Milliseconds after which a turn is useless. */
  budgetMs: number;
  /** Lower ranks go first. Default: that of quotes. */
  rank?: Rank;
};

export type RateLimit = {
  /**
   * Resolves when it is this request's turn. @throws {TooBusy} at once when the turn would come after the budget; the
   * signal's reason when that aborts.
   */
  turn(turn: Turn): Promise<void>;
  /** Makes no request for this long, as the upstream demands. */
  rest(ms: number): void;
};

type Waiter = { go: () => void; rank: Rank };

/** @param perSecond requests a second, above zero. They are spaced: no interval of a second ever has more. */
export function createRateLimit(perSecond: number, now: () => number): RateLimit {
  const gapMs = Math.ceil(1000 / perSecond);
  const waiting: Waiter[] = [];
  let left = 1;
  let countedAt = now();
  let restUntil = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function count(): void {
    const at = now();
    left = Math.min(1, left + Math.max(at - countedAt, 0) / gapMs);
    countedAt = at;
  }

  /** Milliseconds until this many more turns have come; a rest is over before the first of them. */
  function waitFor(turns: number): number {
    const restMs = Math.max(restUntil - now(), 0);
    return Math.max((turns - left) * gapMs, restMs === 0 ? 0 : restMs + (turns - 1) * gapMs);
  }

  function arm(ms: number): void {
    if (timer !== undefined || waiting.length === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      left = 0;
      countedAt = now();
      waiting.shift()?.go();
      arm(gapMs);
    }, Math.ceil(ms));
  }

  /** How many of the waiting requests go before one of this rank. */
  const aheadOf = (rank: Rank): number => waiting.filter((one) => one.rank <= rank).length;

  return {
    async turn({ signal, budgetMs, rank = RANKS.quote }) {
      signal.throwIfAborted();
      count();
      const waitMs = waitFor(aheadOf(rank) + 1);
      if (waitMs > budgetMs) throw new TooBusy(waitMs);
      if (waitMs === 0 && waiting.length === 0) {
        left -= 1;
        return;
      }
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          const index = waiting.indexOf(waiter);
          if (index >= 0) waiting.splice(index, 1);
          reject(signal.reason);
        };
        const go = () => {
          signal.removeEventListener('abort', leave);
          resolve();
        };
        const waiter: Waiter = { go, rank };
        waiting.splice(aheadOf(rank), 0, waiter);
        signal.addEventListener('abort', leave, { once: true });
        arm(waitFor(1));
      });
    },
    rest(ms) {
      restUntil = Math.max(restUntil, now() + ms);
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      arm(waitFor(1));
    },
  };
}

const processLimits = new Map<string, RateLimit>();

/** One allowance for all callers in this process that ask the same upstream with the same key. */
export function sharedRateLimit(name: string, perSecond: number, now: () => number): RateLimit {
  const known = processLimits.get(name);
  if (known) return known;
  const made = createRateLimit(perSecond, now);
  processLimits.set(name, made);
  return made;
}
