/**
 * Limits the time of optional parts of a quote, such as a chain's check of its transaction: when one hangs, the route
 * stays without it.
 */
import { timeLimit } from '../domain/time-limit.ts';
import { orAborted } from '../domain/waiting.ts';
import type { CallOptions } from './provider.ts';

/** Longest time for everything that one helper asks. */
const HELPER_MS = 4_500;
/** Longest time for a single fact that is needed before the quote itself. */
export const FACT_MS = 1_500;
/** The part of a quote's time that is kept for answering without its helpers. */
const RESERVE_MS = 1_500;

/** The options of a call with so much time from now on; few calls ask for the time of helpers. */
export function withBudget(signal: AbortSignal, budgetMs: number): CallOptions {
  const helpersEndAt = performance.now() + budgetMs - Math.min(RESERVE_MS, budgetMs / 4);
  let helpers: AbortSignal | undefined;
  return {
    signal,
    budgetMs,
    get helpers() {
      helpers ??= timeLimit(helpersEndAt - performance.now());
      return helpers;
    },
  };
}

export const shorter = (signal: AbortSignal | undefined, ms: number): AbortSignal =>
  signal ? AbortSignal.any([signal, timeLimit(ms)]) : timeLimit(ms);

/**
 * The result of `work` within time of its own, otherwise that of `without`. @throws when the caller's own time is up,
 * or `without` throws.
 */
export async function orWithout<T>(
  { signal, helpers }: CallOptions,
  work: (signal: AbortSignal) => Promise<T>,
  without: (error: unknown) => T | Promise<T>,
): Promise<T> {
  const own = AbortSignal.any([signal, timeLimit(HELPER_MS), ...(helpers ? [helpers] : [])]);
  try {
    return await orAborted(work(own), own);
  } catch (error) {
    if (signal.aborted) throw error;
    return without(error);
  }
}
