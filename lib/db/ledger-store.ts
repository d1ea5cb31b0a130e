/** Keeps what finished swaps leave in the ledger: rows that name no swap, no address and no hash. */
import { and, desc, eq, gt, lt } from 'drizzle-orm';
import type { LedgerEntry } from '../domain/ledger.ts';
import type { Where } from './creation-store.ts';
import { ledger } from './schema.ts';

export type LedgerStore = {
  /** Those that ended after `since` (unix ms), newest first. @param most default: 100,000. */
  ledgerSince(since: number, most?: number): Promise<LedgerEntry[]>;
  /** Adds an entry, once. */
  addToLedger(entry: LedgerEntry): Promise<void>;
  /** Deletes entries that ended before `before` (unix ms). */
  clearLedger(before: number): Promise<void>;
};

const MOST = 100_000;

/** Adds an entry once, within the transaction that ends its swap. */
export async function addEntry(
  tx: Pick<Where['db'], 'insert'>,
  network: Where['network'],
  { id, endedAt, ...entry }: LedgerEntry,
): Promise<void> {
  await tx
    .insert(ledger)
    .values({ id, network, endedAt, content: JSON.stringify(entry) })
    .onConflictDoNothing();
}

export const ledgerFunctions = ({ db, network }: Where): LedgerStore => ({
  async ledgerSince(since, most = MOST) {
    const rows = await db
      .select()
      .from(ledger)
      .where(and(eq(ledger.network, network), gt(ledger.endedAt, since)))
      .orderBy(desc(ledger.endedAt), desc(ledger.id))
      .limit(most);
    // The cast is safe, because this file wrote what is stored.
    return rows.map(({ id, endedAt, content }) => ({ ...(JSON.parse(content) as LedgerEntry), id, endedAt }));
  },
  addToLedger: (entry) => addEntry(db, network, entry),
  async clearLedger(before) {
    await db.delete(ledger).where(and(eq(ledger.network, network), lt(ledger.endedAt, before)));
  },
});
