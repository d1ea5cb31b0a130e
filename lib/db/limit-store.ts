/**
 * Leases slices of a caller's limit in one statement, so that all instances together never grant more than the limit.
 */
import { lt, sql } from 'drizzle-orm';
import type { Where } from './creation-store.ts';
import { DATABASE_NOW } from './database-clock.ts';
import { rateWindows } from './schema.ts';

export type LeaseWish = {
  key: string;
  /** Start of the window by the caller's clock (unix ms), for stores without one, and the length of a window. */
  startedAt: number;
  windowMs: number;
  limit: number;
  /** Requested points, at least 1. */
  want: number;
};
/**
 * `granted` is the part of the wish that is granted, 0 when nothing is left; `used` counts all instances including this
 * lease.
 */
export type Lease = { granted: number; used: number };

/** The store through which instances share callers' limits. */
export type LimitStore = { leaseRate(wish: LeaseWish): Promise<Lease> };

export type RateStore = LimitStore & {
  /** Deletes windows that have ended by the database's clock, and began before this time (unix ms). */
  clearRateWindows(before: number): Promise<void>;
};

/** No window is longer. */
const LONGEST_WINDOW_MS = 600_000;

export const limitFunctions = ({ db, network }: Where): RateStore => ({
  async leaseRate({ key, windowMs, limit, want }) {
    const first = Math.min(want, limit);
    const startedAt = sql<number>`(${DATABASE_NOW} / ${windowMs}::bigint) * ${windowMs}::bigint`;
    // A statement that was slower than another one may come with the window before.
    const sameWindow = sql`${rateWindows.startedAt} between excluded.started_at and excluded.started_at + ${windowMs}::bigint`;
    const left = sql`greatest(0, least(${want}::bigint, ${limit}::bigint - ${rateWindows.used}))`;
    const [row] = await db
      .insert(rateWindows)
      .values({ key: `${network} ${key}`, startedAt, used: first, granted: first })
      .onConflictDoUpdate({
        target: rateWindows.key,
        set: {
          startedAt: sql`case when ${sameWindow} then ${rateWindows.startedAt} else excluded.started_at end`,
          used: sql`case when ${sameWindow} then ${rateWindows.used} + ${left} else excluded.used end`,
          granted: sql`case when ${sameWindow} then ${left} else excluded.granted end`,
        },
      })
      .returning({ granted: rateWindows.granted, used: rateWindows.used });
    return row ?? { granted: 0, used: limit };
  },
  async clearRateWindows(before) {
    const ended = sql`least(${before}::bigint, ${DATABASE_NOW} - ${LONGEST_WINDOW_MS}::bigint)`;
    await db.delete(rateWindows).where(lt(rateWindows.startedAt, ended));
  },
});
