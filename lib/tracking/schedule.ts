/** Decides how often a swap is observed: often while it is young, ever more rarely the longer it stays open. */

import type { StoredSwap } from '../db/store.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const SHORTEST_INTERVAL_MS = 2 * SECOND_MS;

/**
 * Younger than `age`: every `interval`. Most swaps end in minutes; a hash that never appears is looked for during a
 * month.
 */
const STEPS = [
  { age: 2 * MINUTE_MS, interval: SHORTEST_INTERVAL_MS },
  { age: HOUR_MS, interval: 10 * SECOND_MS },
  { age: DAY_MS, interval: MINUTE_MS },
  { age: 7 * DAY_MS, interval: 15 * MINUTE_MS },
  { age: 30 * DAY_MS, interval: 6 * HOUR_MS },
] as const;
const LONGEST_MS = DAY_MS;

/** A channel or an order waits for people, not for chains. */
const LEAST_FOR_WAITING_MS = 5 * SECOND_MS;
/** A deposit may come hours after its channel was opened; from then on its swap counts as young. */
const MOST_FOR_DEPOSITED_MS = 10 * SECOND_MS;

/** An unseen hash is looked for a few times, and then rarely: each pause is half of its age so far. */
const LONGEST_FOR_UNSEEN_MS = 5 * MINUTE_MS;

type Scheduled = Pick<StoredSwap, 'createdAt' | 'channelId' | 'hash' | 'status'> &
  Partial<Pick<StoredSwap, 'isUnseen' | 'stale'>>;

/** Milliseconds between two looks at a swap. */
export function observeIntervalMs(swap: Scheduled, now: number): number {
  const { createdAt, channelId, hash, status } = swap;
  const age = now - createdAt;
  const interval = STEPS.find((step) => age < step.age)?.interval ?? LONGEST_MS;
  // While its chain cannot be asked, being unseen proves nothing.
  if (swap.isUnseen && !swap.stale) return Math.max(interval, Math.min(Math.floor(age / 2), LONGEST_FOR_UNSEEN_MS));
  const isWaiting = status === 'not_started' && (hash === '' || channelId !== null);
  if (isWaiting) return Math.max(interval, LEAST_FOR_WAITING_MS);
  if (channelId === null) return interval;
  return age < 2 * DAY_MS ? Math.min(interval, MOST_FOR_DEPOSITED_MS) : interval;
}
