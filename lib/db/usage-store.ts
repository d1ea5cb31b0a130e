/** Counts what each key was used for, in batches that add up, and finds the swaps that were paid through its quotes. */
import { and, asc, eq, gt, gte, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { TrackingStatus } from '../domain/swap-status.ts';
import type { Where } from './creation-store.ts';
import { quotes, swaps, usage } from './schema.ts';

/** `day` is `2026-11-21` (UTC). */
export type UsageCount = { keyId: string; day: string; name: string; amount: number };

export type PaidSwap = {
  id: string;
  keyId: string;
  /** Unix ms. */
  createdAt: number;
  status: TrackingStatus;
  routeIndex: number;
  /** The quote as it was answered: wire JSON. */
  response: Record<string, unknown>;
};

export type UsageStore = {
  /** Adds to what is there, in one statement. */
  addUsage(counts: readonly UsageCount[]): Promise<void>;
  /** From that day on (inclusive), by day, key and name. */
  usageSince(day: string, keyIds: readonly string[]): Promise<UsageCount[]>;
  /** Swaps seen on their chain whose quote was asked with one of these keys; in the order of time, after `after`. */
  paidSwaps(wanted: {
    since: number;
    keyIds: readonly string[];
    after?: Pick<PaidSwap, 'createdAt' | 'id'>;
    limit: number;
  }): Promise<PaidSwap[]>;
};

export const usageFunctions = ({ db, network }: Where): UsageStore => ({
  async addUsage(counts) {
    if (counts.length === 0) return;
    await db
      .insert(usage)
      .values([...counts])
      .onConflictDoUpdate({
        target: [usage.keyId, usage.day, usage.name],
        set: { amount: sql`${usage.amount} + excluded.amount` },
      });
  },
  async usageSince(day, keyIds) {
    if (keyIds.length === 0) return [];
    return db
      .select()
      .from(usage)
      .where(and(gte(usage.day, day), inArray(usage.keyId, [...keyIds])))
      .orderBy(asc(usage.day), asc(usage.keyId), asc(usage.name));
  },
  async paidSwaps({ since, keyIds, after, limit }) {
    if (keyIds.length === 0) return [];
    const later =
      after &&
      or(gt(swaps.createdAt, after.createdAt), and(eq(swaps.createdAt, after.createdAt), gt(swaps.id, after.id)));
    const rows = await db
      .select({ swap: swaps, keyId: quotes.keyId, response: quotes.response })
      .from(swaps)
      .innerJoin(quotes, eq(quotes.id, swaps.quoteId))
      .where(
        and(
          eq(swaps.network, network),
          inArray(quotes.keyId, [...keyIds]),
          gte(swaps.createdAt, since),
          isNull(swaps.mismatch),
          ne(swaps.status, 'not_started'),
          later,
        ),
      )
      .orderBy(asc(swaps.createdAt), asc(swaps.id))
      .limit(limit);
    // What was stored was written by this room, so its types are known.
    return rows.map(({ swap, keyId, response }) => ({
      id: swap.id,
      keyId: keyId ?? '',
      createdAt: swap.createdAt,
      status: swap.status as TrackingStatus,
      routeIndex: swap.routeIndex,
      response: JSON.parse(response) as Record<string, unknown>,
    }));
  },
});
