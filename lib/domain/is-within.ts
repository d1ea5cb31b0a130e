/**
 * Whether `at` is less than `ms` from `now`, both Unix ms of this process's clock. A time that lies ahead, since the clock
 * was set back, is as far away as one that lies behind.
 */
export const isWithin = (ms: number, at: number, now: number): boolean => Math.abs(now - at) < ms;
