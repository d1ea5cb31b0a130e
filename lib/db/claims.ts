/** Provides what claims of channels and of preparations share: a lock and a count over all instances. */
import { and, desc, gt, ne, type SQL, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { NetworkName } from '../chains/chain.ts';
import type { channels, preparations } from './schema.ts';

export type ClaimDatabase = Pick<PgDatabase<PgQueryResultHKT>, 'select' | 'insert' | 'update' | 'execute'>;
export type Where = { db: PgDatabase<PgQueryResultHKT>; network: NetworkName };

/** Arbitrary numbers that no other program uses for an advisory lock in the same database. */
const LOCKS = { channels: 7_307_242, preparations: 7_307_243 } as const;

/**
 * Admits one claim at a time over all instances until the transaction ends, so that key and counts still hold when the
 * row is written.
 */
export async function lockClaims(db: ClaimDatabase, what: keyof typeof LOCKS): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${LOCKS[what]})`);
}

type Limits = { since: number; perClient: number; inAll: number };
type Counted = {
  table: typeof channels | typeof preparations;
  ours: SQL | undefined;
  ofClient: SQL | undefined;
  limits: Limits;
  now: number;
};

/**
 * Unix ms at which there is room below the limit again; undefined while there is room now. Failed claims are not
 * counted.
 */
async function fullUntil(db: ClaimDatabase, { table, limits, now }: Counted, counted: SQL | undefined, limit: number) {
  const [last] = await db
    .select({ createdAt: table.createdAt })
    .from(table)
    .where(and(counted, ne(table.state, 'failed'), gt(table.createdAt, limits.since)))
    .orderBy(desc(table.createdAt))
    .offset(limit - 1)
    .limit(1);
  return last && last.createdAt + (now - limits.since);
}

/** The limit that is reached, and until when (unix ms); undefined while there is room. */
export async function limitReached(
  db: ClaimDatabase,
  counted: Counted,
): Promise<{ outcome: 'full'; limit: 'client' | 'all'; until: number } | undefined> {
  const { ours, ofClient, limits } = counted;
  const client = await fullUntil(db, counted, and(ours, ofClient), limits.perClient);
  if (client !== undefined) return { outcome: 'full', limit: 'client', until: client };
  const all = await fullUntil(db, counted, ours, limits.inAll);
  return all === undefined ? undefined : { outcome: 'full', limit: 'all', until: all };
}
