/** Leases slices of a caller's limit: in one statement, so that all instances together never give out more than there is. */
import { lt, sql } from 'drizzle-orm';
import type { Where } from './creation-store.ts';
import { rateWindows } from './schema.ts';

export type LeaseWish = {
  key: string;
  /** Start of the window (unix ms) and its length. */
  startedAt: number;
  windowMs: number;
  limit: number;
  /** Points that would be good to have, at least 1. */
  want: number;
};
/** `granted` of what was wanted, 0 when nothing is left; `used` by all instances, this lease in it. */
export type Lease = { granted: number; used: number };

/** Where callers' limits are shared. */
export type LimitStore = { leaseRate(wish: LeaseWish): Promise<Lease> };

export type RateStore = LimitStore & {
  /** Windows that began before (unix ms) are of no more use. */
  clearRateWindows(before: number): Promise<void>;
};

export const limitFunctions = ({ db, network }: Where): RateStore => ({
  async leaseRate({ key, startedAt, windowMs, limit, want }) {
    const first = Math.min(want, limit);
    // An instance whose clock is a little behind adds to the window that has begun elsewhere.
    const sameWindow = sql`${rateWindows.startedAt} between ${startedAt} and ${startedAt + windowMs}`;
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
    await db.delete(rateWindows).where(lt(rateWindows.startedAt, before));
  },
});
