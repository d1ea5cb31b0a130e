/** Deletes each quote when its time is over: a price after a day, an unpaid payable one later. */
import { setImmediate as breathe } from 'node:timers/promises';
import { and, asc, eq, gt, gte, inArray, isNull, lt, ne, notExists, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { isFailedChannel } from './channel-store.ts';
import type { Database, Where } from './creation-store.ts';
import { isForgettableOrder } from './preparation-store.ts';
import { creations, observations, quotes, swaps } from './schema.ts';
import type { Cleared, Clearing } from './store.ts';
import { FINAL, seen, unseen } from './swap-conditions.ts';

/** Rows in one transaction, so that clearing a day's quotes blocks others only briefly. */
const CLEARED_AT_ONCE = 250;

type Cursor = { createdAt: number; id: string };

const one = { one: sql`1` };
const ofQuote = eq(swaps.quoteId, quotes.id);

/** Swaps with a known payment; the end of an unpaid address or order is not a payment. */
function paidSwap(db: Database) {
  const beyondEnd = db
    .select(one)
    .from(observations)
    .where(and(eq(observations.swapId, swaps.id), sql`${observations.content}::json ->> 'kind' <> 'inboundFailed'`));
  const withHash = and(ne(swaps.hash, ''), seen);
  const throughChannel = or(notInArray(swaps.status, ['not_started', 'failed']), sql`exists ${beyondEnd}`);
  return and(isNull(swaps.mismatch), or(withHash, and(eq(swaps.hash, ''), throughChannel)));
}

/** The conditions that keep a quote, whatever its age: a younger or living swap or channel, and `more`. */
function unheld(db: Database, { before, now }: { before: number; now: number }, more: SQL | undefined) {
  const living = or(gte(creations.createdAt, before), gt(creations.livesUntil, now));
  const swap = db
    .select(one)
    .from(swaps)
    .where(and(ofQuote, or(gte(swaps.createdAt, before), more)));
  const creation = db
    .select(one)
    .from(creations)
    .where(and(eq(creations.quoteId, quotes.id), living));
  return and(notExists(swap), notExists(creation));
}

type Chosen = { before: number; among?: SQL; which: SQL | undefined };

/** Deletes those of these quotes that nothing keeps, with their dependent rows; returns how many. */
async function deleteQuotes(tx: Database, ids: string[], which: SQL | undefined): Promise<number> {
  const rows = await tx
    .select({ id: quotes.id })
    .from(quotes)
    .where(and(inArray(quotes.id, ids), which))
    .for('update');
  if (rows.length === 0) return 0;
  const gone = rows.map(({ id }) => id);
  await tx.delete(swaps).where(inArray(swaps.quoteId, gone));
  await tx.delete(creations).where(inArray(creations.quoteId, gone));
  await tx.delete(quotes).where(inArray(quotes.id, gone));
  return gone.length;
}

/** Goes through the quotes from before `before`, oldest first, page by page. */
async function clearPages(db: Where['db'], { before, among, which }: Chosen): Promise<number> {
  let cleared = 0;
  for (let after: Cursor | undefined; ; ) {
    const later = after && sql`(${quotes.createdAt}, ${quotes.id}) > (${after.createdAt}, ${after.id})`;
    const page: Cursor[] = await db
      .select({ createdAt: quotes.createdAt, id: quotes.id })
      .from(quotes)
      .where(and(lt(quotes.createdAt, before), among, later))
      .orderBy(asc(quotes.createdAt), asc(quotes.id))
      .limit(CLEARED_AT_ONCE);
    after = page.at(-1);
    if (after === undefined) return cleared;
    cleared += await db.transaction((tx) =>
      deleteQuotes(
        tx,
        page.map(({ id }) => id),
        which,
      ),
    );
    await breathe();
  }
}

export async function clearQuotes({ db }: Where, clearing: Clearing): Promise<Cleared> {
  const { now, unpayableBefore, unpaidBefore, paidBefore } = clearing;
  await db.delete(creations).where(isFailedChannel(unpayableBefore));
  await db.delete(creations).where(isForgettableOrder(unpayableBefore));
  // A hash that was only reported, and never seen in all that time, keeps no quote.
  await db.delete(swaps).where(and(lt(swaps.createdAt, unpaidBefore), unseen));
  const opened = db.select(one).from(creations).where(eq(creations.quoteId, quotes.id));
  const untouched = and(unheld(db, { before: unpayableBefore, now }, sql`true`), notExists(opened));
  const unpayable = { before: unpayableBefore, among: sql`not ${quotes.isPayable}`, which: untouched };
  const prices = await clearPages(db, unpayable);
  const unpaid = unheld(db, { before: unpaidBefore, now }, paidSwap(db));
  const payable = await clearPages(db, { before: unpaidBefore, which: unpaid });
  if (paidBefore === undefined) return { prices, payable, paid: 0 };
  const open = and(paidSwap(db), notInArray(swaps.status, FINAL));
  const paid = await clearPages(db, { before: paidBefore, which: unheld(db, { before: paidBefore, now }, open) });
  return { prices, payable, paid };
}
