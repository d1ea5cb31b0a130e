/**
 * Whether `at` is less than `ms` from `now`, both Unix ms of this process's clock. After that clock was set back, what was
 * learnt before counts as young again, or as resting, only that close to its time.
 */
export const isWithin = (ms: number, at: number, now: number): boolean => Math.abs(now - at) < ms;
