/**
 * Stores routes and channels of quotes that were made elsewhere, or here before the database was lost, so that their
 * swaps are tracked.
 */
import { createHash, randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { usableUntil } from '../domain/deposit-channel.ts';
import { type RouteDraft, sourceChainOf } from '../domain/route.ts';
import type { Where } from './creation-store.ts';
import { packContent, unpackContent } from './quote-content.ts';
import { payerOf } from './quote-store.ts';
import { creations, quotes, swaps } from './schema.ts';
import type { ResumedStore } from './store.ts';

/** The request of a resumed quote: the real one is unknown. */
export const RESUMED_REQUEST = { resumed: true } as const;
export const isResumed = ({ request }: { request: Record<string, unknown> }): boolean => request.resumed === true;
/**
 * The time of such a quote is unknown, so it counts as the oldest: nothing new is opened at its price, and it is
 * cleared with the unpaid ones unless its payment is seen.
 */
const LONG_AGO = 0;

/** The list with the item at that index; unknown items before it are null. */
const withItem = (list: readonly unknown[], index: number, item: unknown): unknown[] =>
  Array.from({ length: Math.max(list.length, index + 1) }, (_none, at) => (at === index ? item : (list[at] ?? null)));

const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const resumedFunctions = ({ db, network }: Where): ResumedStore => ({
  async resumeRoute({ quoteId, routeIndex, route, draft, now }) {
    const empty = packContent({ request: RESUMED_REQUEST, response: { quoteId, routes: [] }, drafts: [] });
    await db.transaction(async (tx) => {
      await tx
        .insert(quotes)
        .values({ id: quoteId, network, createdAt: LONG_AGO, content: empty, isPayable: true })
        .onConflictDoNothing();
      const own = and(eq(quotes.id, quoteId), eq(quotes.network, network));
      const [row] = await tx.select().from(quotes).where(own).for('update');
      // An id without a row belongs to the other network, which no signature of this one can name.
      const known = row && unpackContent(row);
      if (!known || !isResumed(known) || known.drafts[routeIndex]) return;
      const routes = withItem(listIn(known.response.routes), routeIndex, route);
      // Unknown parts of the quote are null, which readers of a route or a draft take for absent.
      const drafts = withItem(known.drafts, routeIndex, draft) as RouteDraft[];
      const content = packContent({ ...known, response: { quoteId, routes }, drafts });
      await tx
        .update(quotes)
        .set({ content, sourceAddress: payerOf([draft]) })
        .where(own);
      if (draft.orderId === undefined) return;
      const swap = { quoteId, routeIndex, hash: '', chain: sourceChainOf(draft), createdAt: now };
      await tx.insert(swaps).values({ id: randomUUID(), network, ...swap, status: 'not_started' });
    });
  },
  async resumeChannel({ quoteId, routeIndex, draft, channel, now }) {
    // The id derives from its number: a second request at the same time finds the row taken.
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
