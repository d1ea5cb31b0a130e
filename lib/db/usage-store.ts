/** Counts each key's usage, in batches that add up, and finds the swaps that were paid through a key's quotes. */
import { and, asc, between, desc, eq, gt, gte, inArray, lt, or, sql } from 'drizzle-orm';
import type { ChainId } from '../domain/chain-id.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { TrackingStatus } from '../domain/swap-status.ts';
import type { Where } from './creation-store.ts';
import { unpackContent } from './quote-content.ts';
import { quotes, swaps, usage } from './schema.ts';
import { paidOnce } from './swap-conditions.ts';

/** `day` is `2026-11-21` (UTC). */
export type UsageCount = { keyId: string; day: string; name: string; amount: number };

export type PaidSwap = {
  id: string;
  quoteId: string;
  /** As in `StoredSwap`. */
  hash: string;
  chain: ChainId;
  keyId: string;
  /** Unix ms. */
  createdAt: number;
  status: TrackingStatus;
  routeIndex: number;
  /** The quote's wire JSON exactly as it was sent. */
  response: Record<string, unknown>;
  /** The route; undefined where it is not known. */
  draft: RouteDraft | undefined;
};

export type SwapOwner = { keyIds: readonly string[] } | { payer: string };

export type UsageStore = {
  /** Adds to the stored counts, in one statement. */
  addUsage(counts: readonly UsageCount[]): Promise<void>;
  /** The counts of those days (both inclusive), by day, key and name. */
  usageBetween(from: string, to: string, keyIds: readonly string[]): Promise<UsageCount[]>;
  /**
   * Seen swaps whose quote was requested with one of these keys, or names this EVM address (in lower case) as the payer,
   * in order of time, after `after` in that order.
   */
  paidSwaps(wanted: {
    since: number;
    /** Exclusive. */
    until: number;
    of: SwapOwner;
    after?: Pick<PaidSwap, 'createdAt' | 'id'> | undefined;
    newestFirst?: boolean;
    status?: TrackingStatus | undefined;
    chain?: ChainId | undefined;
    /** A second condition on the chain. */
    on?: ChainId | undefined;
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
  async usageBetween(from, to, keyIds) {
    if (keyIds.length === 0) return [];
    return db
      .select()
      .from(usage)
      .where(and(between(usage.day, from, to), inArray(usage.keyId, [...keyIds])))
      .orderBy(asc(usage.day), asc(usage.keyId), asc(usage.name));
  },
  async paidSwaps({ since, until, of, after, newestFirst = false, status, chain, on, limit }) {
    const own = 'payer' in of ? eq(quotes.sourceAddress, of.payer) : inArray(quotes.keyId, [...of.keyIds]);
    const [beyond, inOrder] = newestFirst ? [lt, desc] : [gt, asc];
    const later =
      after &&
      or(
        beyond(swaps.createdAt, after.createdAt),
        and(eq(swaps.createdAt, after.createdAt), beyond(swaps.id, after.id)),
      );
    const rows = await db
      .select({ swap: swaps, quote: quotes })
      .from(swaps)
      .innerJoin(quotes, eq(quotes.id, swaps.quoteId))
      .where(
        and(
          eq(swaps.network, network),
          own,
          gte(swaps.createdAt, since),
          lt(swaps.createdAt, until),
          paidOnce,
          status && eq(swaps.status, status),
          chain && eq(swaps.chain, chain),
          on && eq(swaps.chain, on),
          later,
        ),
      )
      .orderBy(inOrder(swaps.createdAt), inOrder(swaps.id))
      .limit(limit);
    // The cast is safe, because this room wrote what is stored.
    return rows.map(({ swap, quote }) => {
      const { response, drafts } = unpackContent(quote);
      return {
        id: swap.id,
        quoteId: swap.quoteId,
        hash: swap.hash,
        chain: swap.chain as ChainId,
        keyId: quote.keyId ?? '',
        createdAt: swap.createdAt,
        status: swap.status as TrackingStatus,
        routeIndex: swap.routeIndex,
        response,
        draft: drafts[swap.routeIndex] ?? undefined,
      };
    });
  },
});
