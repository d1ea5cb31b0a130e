/** Stores routes and channels of quotes that were made elsewhere, or here before the database was lost, so that their swaps are tracked. */
import { createHash, randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { type RoutedChannel, usableUntil } from '../domain/deposit-channel.ts';
import { type RouteDraft, sourceChainOf } from '../domain/route.ts';
import type { Where } from './creation-store.ts';
import { packContent, unpackContent } from './quote-content.ts';
import { creations, quotes, swaps } from './schema.ts';

type Place = { quoteId: string; routeIndex: number };

export type ResumedStore = {
  /**
   * Stores a route at its index in its quote, whose other routes stay unknown; a quote that was made here, and a route
   * that is known, stay as they are. A route with an order gets the swap by which it is tracked.
   */
  resumeRoute(resumed: Place & { route: Record<string, unknown>; draft: RouteDraft; now: number }): Promise<void>;
  /** Stores an open channel of a route once, with its swap. It is never handed out again. */
  resumeChannel(resumed: Place & { draft: RouteDraft; channel: RoutedChannel; now: number }): Promise<void>;
};

/** The request of a quote that was resumed: the real one is not known. */
export const RESUMED_REQUEST = { resumed: true } as const;
export const isResumed = ({ request }: { request: Record<string, unknown> }): boolean => request.resumed === true;
/**
 * When such a quote was made is not known, so it is as old as can be: nothing new is opened at its price, and it goes
 * with the unpaid ones unless its payment is seen.
 */
const LONG_AGO = 0;

/** The list with the item at that index; what is not known before it is null. */
const withItem = <T>(list: readonly T[], index: number, item: T): T[] =>
  Array.from({ length: Math.max(list.length, index + 1) }, (_none, at) =>
    at === index ? item : (list[at] ?? (null as T)),
  );

export const resumedFunctions = ({ db, network }: Where): ResumedStore => ({
  async resumeRoute({ quoteId, routeIndex, route, draft, now }) {
    await db.transaction(async (tx) => {
      const empty = { request: RESUMED_REQUEST, response: { quoteId, routes: [] }, drafts: [] };
      await tx
        .insert(quotes)
        .values({ id: quoteId, network, createdAt: LONG_AGO, content: await packContent(empty) })
        .onConflictDoNothing();
      const own = and(eq(quotes.id, quoteId), eq(quotes.network, network));
      const [row] = await tx.select().from(quotes).where(own).for('update');
      const known = row && unpackContent(row);
      // An id of the other network, which no signature of this one can name, or a quote that was made here.
      if (!known || !isResumed(known) || known.drafts[routeIndex]) return;
      const { request, response, drafts } = known;
      const routes = Array.isArray(response.routes) ? (response.routes as unknown[]) : [];
      const content = await packContent({
        request,
        response: { quoteId, routes: withItem(routes, routeIndex, route) },
        drafts: withItem(drafts, routeIndex, draft),
      });
      await tx.update(quotes).set({ content }).where(own);
      if (draft.orderId === undefined) return;
      const swap = { quoteId, routeIndex, hash: '', chain: sourceChainOf(draft), createdAt: now };
      await tx.insert(swaps).values({ id: randomUUID(), network, ...swap, status: 'not_started' });
    });
  },
  async resumeChannel({ quoteId, routeIndex, draft, channel, now }) {
    // Its number names it: a second request at the same time finds the row taken.
    const id = createHash('sha256').update(`${network} ${quoteId} ${routeIndex} ${channel.channelId}`).digest('hex');
    await db.transaction(async (tx) => {
      const chain = sourceChainOf(draft);
      const [made] = await tx
        .insert(creations)
        .values({
          ...{ id, network, kind: 'channel', key: `resumed ${id}`, client: '', createdAt: now, state: 'created' },
          ...{ quoteId, routeIndex, chain, content: JSON.stringify(channel), upstreamId: channel.channelId },
          ...{ depositAddress: channel.depositAddress.toLowerCase(), livesUntil: usableUntil(channel, now) },
        })
        .onConflictDoNothing()
        .returning({ id: creations.id });
      if (!made) return;
      const swap = { quoteId, routeIndex, hash: '', chain, createdAt: now, status: 'not_started', channelId: id };
      await tx.insert(swaps).values({ id: randomUUID(), network, ...swap });
    });
  },
});
