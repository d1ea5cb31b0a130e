/** Stores quotes and reads them back. */
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { CHAINS } from '../chains/chains.ts';
import { type RouteDraft, sourceChainOf } from '../domain/route.ts';
import type { Where } from './creation-store.ts';
import { clearQuotes } from './quote-clearing.ts';
import { packContent, unpackContent } from './quote-content.ts';
import { quotes, swaps } from './schema.ts';
import type { Clearing, StoredQuote } from './store.ts';
import { inGroups } from './write-groups.ts';

/** Whether a route can be paid with the quote's data: it has at least a destination. */
const isPayable = ({ destinationAddress, memo, tx, orderId, typedData }: RouteDraft): boolean =>
  destinationAddress !== '' || [memo, tx, orderId, typedData].some((one) => one !== undefined);

/** The EVM address that pays the routes; null where it is another chain's, or not known. */
export function payerOf(drafts: readonly RouteDraft[]): string | null {
  const [draft] = drafts.filter((one) => one.sourceAddress !== '');
  return draft && CHAINS[sourceChainOf(draft)].kind === 'evm' ? draft.sourceAddress.toLowerCase() : null;
}

const toQuote = (row: typeof quotes.$inferSelect): StoredQuote => ({
  id: row.id,
  createdAt: row.createdAt,
  ...unpackContent(row),
  ...(row.keyId === null ? {} : { keyId: row.keyId }),
});

type QuoteRow = typeof quotes.$inferInsert & { content: Uint8Array };

/**
 * Adds quotes in one statement, which is the same text whatever their number: four at once cost a third each of what one
 * costs, and one costs less than by drizzle's insert.
 */
async function addQuotes(db: Pick<Where['db'], 'execute'>, rows: readonly QuoteRow[]): Promise<void> {
  const fields = rows.map(({ content, ...row }) => ({ ...row, content: Buffer.from(content).toString('base64') }));
  await db.execute(sql`
    insert into ${quotes} (id, network, created_at, content, is_payable, key_id, source_address)
    select id, network, "createdAt", decode(content, 'base64'), "isPayable", "keyId", "sourceAddress"
    from json_to_recordset(${JSON.stringify(fields)}::json) as given
      (id text, network text, "createdAt" bigint, content text, "isPayable" boolean, "keyId" text, "sourceAddress" text)`);
}

export const quoteFunctions = ({ db, network }: Where) => {
  const addQuote = inGroups((rows: readonly QuoteRow[]) => addQuotes(db, rows));
  return {
    async saveQuote(quote: StoredQuote) {
      const { id: quoteId, createdAt } = quote;
      const content = packContent(quote);
      const payable = quote.drafts.some(isPayable);
      const whose = { keyId: quote.keyId ?? null, sourceAddress: payerOf(quote.drafts) };
      const row = { id: quoteId, network, createdAt, content, isPayable: payable, ...whose };
      const waiting = quote.drafts.flatMap((draft, routeIndex) => {
        const swap = { id: randomUUID(), network, quoteId, routeIndex, hash: '', createdAt, status: 'not_started' };
        return draft.orderId === undefined ? [] : [{ ...swap, chain: sourceChainOf(draft) }];
      });
      if (waiting.length === 0) return addQuote(row);
      await db.transaction(async (tx) => {
        await addQuotes(tx, [row]);
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
  };
};
