/** Stores quotes and reads them back. */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { type RouteDraft, sourceChainOf } from '../domain/route.ts';
import type { Where } from './creation-store.ts';
import { clearQuotes } from './quote-clearing.ts';
import { packContent, unpackContent } from './quote-content.ts';
import { quotes, swaps } from './schema.ts';
import type { Clearing, StoredQuote } from './store.ts';

/** Whether a route can be paid with the quote's data: it has at least a destination. */
const isPayable = ({ destinationAddress, memo, tx, orderId, typedData }: RouteDraft): boolean =>
  destinationAddress !== '' || [memo, tx, orderId, typedData].some((one) => one !== undefined);

const toQuote = (row: typeof quotes.$inferSelect): StoredQuote => ({
  id: row.id,
  createdAt: row.createdAt,
  ...unpackContent(row),
  ...(row.keyId === null ? {} : { keyId: row.keyId }),
});

export const quoteFunctions = ({ db, network }: Where) => ({
  async saveQuote(quote: StoredQuote) {
    const { id: quoteId, createdAt } = quote;
    const content = packContent(quote);
    const payable = quote.drafts.some(isPayable);
    const row = { id: quoteId, network, createdAt, content, isPayable: payable, keyId: quote.keyId ?? null };
    const waiting = quote.drafts.flatMap((draft, routeIndex) => {
      const swap = { id: randomUUID(), network, quoteId, routeIndex, hash: '', createdAt, status: 'not_started' };
      return draft.orderId === undefined ? [] : [{ ...swap, chain: sourceChainOf(draft) }];
    });
    if (waiting.length === 0) return void (await db.insert(quotes).values(row));
    await db.transaction(async (tx) => {
      await tx.insert(quotes).values(row);
      await tx.insert(swaps).values(waiting);
    });
  },
  async loadQuote(id: string) {
    const [row] = await db
      .select()
      .from(quotes)
      .where(and(eq(quotes.id, id), eq(quotes.network, network)));
    return row && toQuote(row);
  },
  clearQuotes: (clearing: Clearing) => clearQuotes({ db, network }, clearing),
});
