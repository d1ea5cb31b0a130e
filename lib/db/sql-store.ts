/**
 * Implements the store in SQL. Each function is one statement or one transaction, so that it happens completely or not
 * at all.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { and, asc, desc, eq, gt, gte, inArray, isNull, lte, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { NetworkName } from '../chains/chain.ts';
import type { ChainId } from '../domain/chain-id.ts';
import type { TrackingStatus } from '../domain/swap-status.ts';
import { answerFunctions } from './answer-store.ts';
import { channelFunctions, isTaken } from './channel-store.ts';
import { integratorFunctions } from './integrator-store.ts';
import { addEntry, ledgerFunctions } from './ledger-store.ts';
import { limitFunctions } from './limit-store.ts';
import { observationFunctions } from './observation-store.ts';
import { preparationFunctions } from './preparation-store.ts';
import { quoteFunctions } from './quote-store.ts';
import { resumedFunctions } from './resumed-store.ts';
import { quotes, swaps } from './schema.ts';
import { secretFunctions } from './secret-store.ts';
import { signInFunctions } from './sign-in-store.ts';
import { type SigningKeyStore, signingKeyFunctions } from './signing-key-store.ts';
import type { Store, StoredSwap } from './store.ts';
import { FINAL, seen, unseen } from './swap-conditions.ts';
import { switchFunctions } from './switch-store.ts';
import { usageFunctions } from './usage-store.ts';
import { addEvents } from './webhook-outbox.ts';
import { webhookFunctions } from './webhook-store.ts';

export type Database = PgDatabase<PgQueryResultHKT>;

/** A last observation this far in the future was made before the clock was set back, and is ignored. */
const CLOCK_SET_BACK_MS = 60_000;
/** Of several pages, so that a disk on which a page is left does not pass for one with room. */
const PROBE_BYTES = 32_768;
/** No observation takes longer; one that has not ended by then was abandoned when its instance died. */
const LONGEST_LOOK_MS = 60_000;

/** The casts are safe, because this file wrote what is stored. */
const toSwap = (row: typeof swaps.$inferSelect): StoredSwap => ({
  id: row.id,
  quoteId: row.quoteId,
  routeIndex: row.routeIndex,
  hash: row.hash,
  chain: row.chain as ChainId,
  createdAt: row.createdAt,
  status: row.status as TrackingStatus,
  lastObservedAt: row.lastObservedAt,
  dueAt: row.dueAt,
  mismatch: row.mismatch === null ? null : (JSON.parse(row.mismatch) as StoredSwap['mismatch']),
  stale: row.stale,
  trace: row.trace === null ? null : (JSON.parse(row.trace) as StoredSwap['trace']),
  channelId: row.channelId,
  isUnseen: row.client !== null && row.status === 'not_started' && row.hash !== '',
});

/** How many unseen hashes are observed unasked: for each quote and, of those reported within a day, for each client. */
const FOLLOWED_OF_QUOTE = 5;
const FOLLOWED_OF_CLIENT = 50;
const DAY_MS = 86_400_000;

type Where = { db: Database; network: NetworkName };

const ofNetwork = (network: NetworkName) => eq(swaps.network, network);
const openIn = (network: NetworkName) =>
  and(ofNetwork(network), isNull(swaps.mismatch), notInArray(swaps.status, FINAL), seen);

/** Whether a reported hash is observed unasked. A caller may invent hashes, so only so many unseen ones are. */
async function isFollowed({ db, network }: Where, reported: Parameters<Store['recordSwap']>[0]): Promise<boolean> {
  const { quoteId, client, now } = reported;
  if (client === undefined) return true;
  const count = (where: SQL | undefined) => db.$count(swaps, and(ofNetwork(network), unseen, where));
  if ((await count(eq(swaps.quoteId, quoteId))) >= FOLLOWED_OF_QUOTE) return false;
  return (await count(and(eq(swaps.client, client), gt(swaps.createdAt, now - DAY_MS)))) < FOLLOWED_OF_CLIENT;
}

const ROUTE = { quoteId: swaps.quoteId, routeIndex: swaps.routeIndex };
const ofRoute = (key: { quoteId: string; routeIndex: number }) =>
  and(eq(swaps.quoteId, key.quoteId), eq(swaps.routeIndex, key.routeIndex));

const swapFunctions = ({ db, network }: Where) => {
  const newest = async (where: SQL | undefined, ...first: SQL[]) => {
    const [row] = await db
      .select()
      .from(swaps)
      .where(and(ofNetwork(network), where))
      .orderBy(sql`(${swaps.mismatch} is not null) asc`, ...first, desc(swaps.createdAt), desc(swaps.id))
      .limit(1);
    return row && toSwap(row);
  };
  const byKey = (key: { quoteId: string; routeIndex: number; hash: string }) =>
    newest(and(ofRoute(key), eq(swaps.hash, key.hash)));
  /** Of several swaps the newest one that was seen and has not failed. */
  const firstSeen = (where: SQL | undefined) =>
    newest(and(where, isNull(swaps.mismatch), seen), sql`(${swaps.status} in ('not_started', 'failed')) asc`);
  return {
    loadSwap: (id: string) => newest(eq(swaps.id, id)),
    findSwap: byKey,
    async recordSwap(reported: Parameters<Store['recordSwap']>[0]) {
      const { now, ...key } = reported;
      const row = { id: randomUUID(), network, ...key, createdAt: now, status: 'not_started' };
      const [made] = await db
        .insert(swaps)
        .values({ ...row, isFollowed: await isFollowed({ db, network }, reported) })
        .onConflictDoNothing()
        .returning();
      const swap = made ? toSwap(made) : await byKey(key);
      if (!swap) throw new Error('a swap that was just recorded is not there');
      return swap;
    },
    findSwapOfRoute: (key: { quoteId: string; routeIndex: number }) => firstSeen(ofRoute(key)),
    findSwapOfChannel: (channelId: string) => firstSeen(eq(swaps.channelId, channelId)),
    findReportedSwap: (key: { quoteId: string; routeIndex: number }) => newest(and(ofRoute(key), ne(swaps.hash, ''))),
    findNewestSwapByHash: (hash: string, but?: { id: string }) =>
      newest(and(eq(swaps.hash, hash), but && ne(swaps.id, but.id))),
    async setSwapStatus(...[swapId, status, events = [], now = 0, entry]: Parameters<Store['setSwapStatus']>) {
      const isOpen = and(eq(swaps.id, swapId), notInArray(swaps.status, FINAL));
      await db.transaction(async (tx) => {
        const changed = await tx.update(swaps).set({ status }).where(isOpen).returning(ROUTE);
        for (const route of changed) await addEvents(tx, { ...route, now }, events);
        if (changed.length > 0 && entry) await addEntry(tx, network, entry);
      });
    },
    async setSwapNotes(swapId: string, { stale, trace }: Parameters<Store['setSwapNotes']>[1]) {
      await db
        .update(swaps)
        .set({ stale, trace: trace && JSON.stringify(trace) })
        .where(eq(swaps.id, swapId));
    },
    async nameSwap(swapId: string, hash: string) {
      try {
        const named = await db
          .update(swaps)
          .set({ hash })
          .where(and(eq(swaps.id, swapId), eq(swaps.hash, '')))
          .returning({ id: swaps.id });
        return named.length === 1;
      } catch (error) {
        if (isTaken(error)) return false;
        throw error;
      }
    },
    async setSwapChannel(swapId: string, channelId: string) {
      await db.update(swaps).set({ channelId }).where(eq(swaps.id, swapId));
    },
    async setSwapMismatch(swapId: string, mismatch: NonNullable<StoredSwap['mismatch']>) {
      await db
        .update(swaps)
        .set({ mismatch: JSON.stringify(mismatch) })
        .where(eq(swaps.id, swapId));
    },
  };
};

async function dueIn(db: Database, where: SQL | undefined, now: number, limit: number): Promise<StoredSwap[]> {
  const due = or(isNull(swaps.dueAt), lte(swaps.dueAt, now), gt(swaps.lastObservedAt, now + CLOCK_SET_BACK_MS));
  const rows = await db
    .select()
    .from(swaps)
    .where(and(where, due))
    // Longest overdue first: a flood of new swaps must not delay those that already wait.
    .orderBy(sql`coalesce(${swaps.dueAt}, ${swaps.createdAt}) asc`, asc(swaps.id))
    .limit(limit);
  return rows.map(toSwap);
}

const scheduleFunctions = ({ db, network }: Where) => ({
  async claimObservation(swapId: string, intervalMs: number, now: number) {
    const due = or(
      isNull(swaps.lastObservedAt),
      lte(swaps.lastObservedAt, now - intervalMs),
      gt(swaps.lastObservedAt, now + CLOCK_SET_BACK_MS),
      lte(swaps.dueAt, now),
    );
    const claimed = await db
      .update(swaps)
      .set({ lastObservedAt: now, dueAt: now + Math.min(intervalMs, LONGEST_LOOK_MS) })
      .where(and(eq(swaps.id, swapId), due))
      .returning({ id: swaps.id });
    return claimed.length === 1;
  },
  async endObservation(swapId: string, intervalMs: number, claimedAt: number) {
    if (intervalMs <= LONGEST_LOOK_MS) return;
    await db
      .update(swaps)
      .set({ dueAt: claimedAt + intervalMs })
      .where(and(eq(swaps.id, swapId), eq(swaps.lastObservedAt, claimedAt)));
  },
  async openSwaps(limit: number) {
    const rows = await db
      .select()
      .from(swaps)
      .where(openIn(network))
      .orderBy(sql`${swaps.lastObservedAt} asc nulls first`, asc(swaps.id))
      .limit(limit);
    return rows.map(toSwap);
  },
  async countOpenSwaps() {
    const counted = await db
      .select({ status: swaps.status, count: sql<number>`cast(count(*) as int)` })
      .from(swaps)
      .where(openIn(network))
      .groupBy(swaps.status);
    return Object.fromEntries(counted.map(({ status, count }) => [status, count]));
  },
  async endedSwaps({ since, after, limit }: Parameters<Store['endedSwaps']>[0]) {
    const later =
      after &&
      or(gt(swaps.createdAt, after.createdAt), and(eq(swaps.createdAt, after.createdAt), gt(swaps.id, after.id)));
    const ended = and(ofNetwork(network), isNull(swaps.mismatch), inArray(swaps.status, FINAL));
    const rows = await db
      .select()
      .from(swaps)
      .where(and(ended, gte(swaps.createdAt, since), later))
      .orderBy(asc(swaps.createdAt), asc(swaps.id))
      .limit(limit);
    return rows.map(toSwap);
  },
  dueSwaps: (now: number, limit: number) => dueIn(db, openIn(network), now, limit),
  dueUnseenSwaps: (now: number, limit: number) =>
    dueIn(db, and(ofNetwork(network), isNull(swaps.mismatch), unseen, swaps.isFollowed), now, limit),
});

/**
 * `close` ends what `db` runs on; signing keys may be kept elsewhere than in `db`. Everything stored belongs to `network`
 * and is seen from there only.
 */
type Connection = Pick<Store, 'close' | 'connections' | 'sizes' | 'vacuum' | 'copyTo'> & Partial<SigningKeyStore>;

export function createSqlStore(db: Database, network: NetworkName, connection: Connection): Store {
  const where = { db, network };
  return {
    ...quoteFunctions(where),
    ...swapFunctions(where),
    ...scheduleFunctions(where),
    ...observationFunctions(where),
    ...channelFunctions(where),
    ...preparationFunctions(where),
    ...integratorFunctions(where),
    ...usageFunctions(where),
    ...signInFunctions(where),
    ...limitFunctions(where),
    ...switchFunctions(where),
    ...answerFunctions(where),
    ...signingKeyFunctions(where),
    ...secretFunctions(where),
    ...resumedFunctions(where),
    ...webhookFunctions(where),
    ...ledgerFunctions(where),
    async ping() {
      await db.execute(sql`select 1`);
    },
    async probeWrite() {
      const id = `probe-${randomUUID()}`;
      const row = { id, network, createdAt: 0, content: randomBytes(PROBE_BYTES), isPayable: false };
      await db.insert(quotes).values(row);
      await db.delete(quotes).where(eq(quotes.id, id));
    },
    ...connection,
  };
}
