/**
 * Keeps to Jupiter's request limit, which all keys of an organisation share. A limit in a response's headers holds for
 * every request of this process until the time it names; without a key requests are capped a minute.
 */

import type { Fetched } from '../../chain-clients/pooled-fetch.ts';
import { ProviderError } from '../../domain/errors.ts';
import { orAborted, pause } from '../../domain/waiting.ts';

/** By a clock that never jumps, in ms: when the upstream may be asked again, and when it was asked in the last window. */
type Known = { freeAt: number; asked?: readonly number[] };

/** Process-wide, by base URL. */
const processLimits = new Map<string, Known>();

/** Longest that a call waits for its turn where the caller names no budget. */
const DEFAULT_WAIT_MS = 3_000;
/** What must remain of a budget for the call itself. */
const CALL_MS = 500;
const WINDOW_MS = 60_000;
/** A reset further away than this is ignored. Source: the window is 60 s long. */
const LONGEST_WINDOW_MS = 120_000;

export type RateLimit = {
  /** @throws {ProviderError} `httpError` when the turn comes too late. */
  turn(options: { signal?: AbortSignal; budgetMs?: number | undefined }): Promise<void>;
  note(response: Pick<Fetched, 'status' | 'headers'>): void;
  /** True where a call that was refused by the limit may be made again within the budget. */
  mayRetry(budgetMs: number | undefined): boolean;
};

export type RateLimitDeps = {
  /** Unix ms, as headers name times. */
  now: () => number;
  /** This process's by default. */
  monotonic?: () => number;
  /** Requests in a window of 60 s without a key; undefined: as the headers say. */
  perMinute?: number | undefined;
  limits?: Map<string, Known>;
  /** Default: a timer. */
  sleep?: (ms: number) => Promise<unknown>;
};

const numberOf = (headers: Fetched['headers'], name: string): number | undefined => {
  const text = headers.get(name);
  return text === null || text === '' || !Number.isFinite(Number(text)) ? undefined : Number(text);
};

export function createRateLimit(
  key: string,
  { now, monotonic = () => performance.now(), perMinute, limits = processLimits, sleep = pause }: RateLimitDeps,
): RateLimit {
  const askedLately = () => (limits.get(key)?.asked ?? []).filter((at) => at > monotonic() - WINDOW_MS);
  const windowOpensAt = () => (perMinute === undefined ? undefined : askedLately().at(-perMinute)) ?? -WINDOW_MS;
  const waitMs = () => Math.max(Math.max(limits.get(key)?.freeAt ?? 0, windowOpensAt() + WINDOW_MS) - monotonic(), 0);
  const affordable = (budgetMs: number | undefined) =>
    budgetMs === undefined ? DEFAULT_WAIT_MS : Math.max(budgetMs - CALL_MS, 0);
  return {
    async turn({ signal, budgetMs }) {
      const wait = waitMs();
      if (wait > affordable(budgetMs))
        throw new ProviderError(
          'httpError',
          `Jupiter’s request limit is used up for another ${Math.ceil(wait / 1000)} s. Try again then.${perMinute === undefined ? '' : ' A key, JUPITER_API_KEY, raises it.'}`,
        );
      if (perMinute !== undefined)
        limits.set(key, { freeAt: limits.get(key)?.freeAt ?? 0, asked: [...askedLately(), monotonic() + wait] });
      if (wait === 0) return;
      await (signal ? orAborted(sleep(wait), signal) : sleep(wait));
    },
    note({ status, headers }) {
      const remaining = numberOf(headers, 'x-ratelimit-remaining');
      const reset = numberOf(headers, 'x-ratelimit-reset');
      const isUsedUp = status === 429 || (remaining !== undefined && remaining <= 0);
      if (!isUsedUp || reset === undefined) return;
      const inMs = reset * 1000 - now();
      if (inMs > 0 && inMs <= LONGEST_WINDOW_MS) limits.set(key, { ...limits.get(key), freeAt: monotonic() + inMs });
    },
    mayRetry: (budgetMs) => waitMs() > 0 && waitMs() <= affordable(budgetMs),
  };
}
