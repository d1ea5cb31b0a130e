/** Keeps one living creation for each key, whatever is created: exactly one caller in all instances makes it. */
import { and, asc, desc, eq, gte, or, type SQL, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { NetworkName } from '../chains/chain.ts';
import type { CallerClass } from '../domain/caller-class.ts';
import { countedAs, type FullShare, type Limits, usedUp } from './creation-shares.ts';
import { DATABASE_NOW } from './database-clock.ts';
import { creations } from './schema.ts';

export type Database = Pick<PgDatabase<PgQueryResultHKT>, 'select' | 'insert' | 'update' | 'delete' | 'execute'>;
export type Where = { db: PgDatabase<PgQueryResultHKT>; network: NetworkName };

/** Any numbers that no other program uses for an advisory lock in the same database. */
const LOCKS = { channel: 7_307_242, order: 7_307_243, answer: 7_307_244 } as const;
export type CreationKind = keyof typeof LOCKS;
export type CreationRow = typeof creations.$inferSelect;
export type CreationState = 'creating' | 'created' | 'failed';

/** A share is used up; `until` is when there is room, unix ms by the clock of the claim. */
type Full = { outcome: 'full'; limit: FullShare; until: number };

type Terms = {
  key: string;
  /** Which of the created ones may be handed out again. */
  alive: SQL | undefined;
  /** A `creating` older than this (unix ms) was abandoned by its instance. */
  creatingSince: number;
};
type Claim = Terms & {
  id: string;
  now: number;
  client: string;
  /** Default: `open`. */
  callerClass?: CallerClass;
  /** Undefined: unlimited. */
  limits?: Limits;
  /** Deletes creations that are no longer alive, so that a late maker of one changes nothing. */
  onlyNewest?: true;
  /** What is known of it before it is made. */
  facts?: Partial<Pick<CreationRow, 'fingerprint' | 'provider' | 'quoteId' | 'routeIndex' | 'chain'>>;
};
/** `mine`: this caller, and no other, makes it now. */
export type Claimed<Row> = { outcome: 'mine' | 'exists'; row: Row } | Full;
type Outcome = Partial<Pick<CreationRow, 'livesUntil' | 'content' | 'failure' | 'upstreamId' | 'depositAddress'>> & {
  state: CreationState;
};

/** Of one kind, in one network. */
export type Creations = {
  own: SQL | undefined;
  /** Newest first. */
  find(where: SQL | undefined): Promise<CreationRow[]>;
  load(id: string): Promise<CreationRow | undefined>;
  living(terms: Terms): Promise<CreationRow | undefined>;
  claim(claim: Claim): Promise<Claimed<CreationRow>>;
  /** Once, with the writes of `then` in the same transaction; undefined when it was settled before. */
  settle(
    id: string,
    outcome: Outcome,
    then?: (db: Database, row: CreationRow) => Promise<void>,
  ): Promise<CreationRow | undefined>;
  change(where: SQL | undefined, change: Partial<CreationRow>): Promise<void>;
};

async function limitReached(
  db: Database,
  own: SQL | undefined,
  { client, callerClass = 'open', limits, now }: Claim,
): Promise<Full | undefined> {
  const full = limits && (await usedUp(db, own, { callerClass, client }, limits));
  return full && { outcome: 'full', limit: full.share, until: now + full.waitMs };
}

/** The same claim with its row in another form. */
export const claimedAs = <Row>(claimed: Claimed<CreationRow>, as: (row: CreationRow) => Row): Claimed<Row> =>
  claimed.outcome === 'full' ? claimed : { outcome: claimed.outcome, row: as(claimed.row) };

export function creationsOf({ db, network }: Where, kind: CreationKind): Creations {
  const own = and(eq(creations.network, network), eq(creations.kind, kind));

  async function livingIn(tx: Database, { key, alive, creatingSince }: Terms): Promise<CreationRow | undefined> {
    const created = and(eq(creations.state, 'created'), alive);
    const creating = and(eq(creations.state, 'creating'), gte(creations.createdAt, creatingSince));
    const [row] = await tx
      .select()
      .from(creations)
      .where(and(own, eq(creations.key, key), or(created, creating)))
      .orderBy(desc(creations.createdAt), desc(creations.id))
      .limit(1);
    return row;
  }

  async function claimIn(tx: Database, claim: Claim): Promise<Claimed<CreationRow>> {
    const { id, key, client, callerClass = 'open', now: createdAt, limits, facts } = claim;
    // One claim at a time in all instances, until the transaction ends: key and counts still hold when the row is
    // written. Uncounted creations need not wait for other keys.
    const lock = limits
      ? sql`pg_advisory_xact_lock(${LOCKS[kind]})`
      : sql`pg_advisory_xact_lock(${LOCKS[kind]}, hashtext(${key}))`;
    await tx.execute(sql`select ${lock}`);
    const living = await livingIn(tx, claim);
    if (living) return { outcome: 'exists', row: living };
    const full = await limitReached(tx, own, claim);
    if (full) return full;
    if (claim.onlyNewest) await tx.delete(creations).where(and(own, eq(creations.key, key)));
    const counted = limits
      ? { client: countedAs({ callerClass, client }), countedAt: sql<number>`${DATABASE_NOW}` }
      : { client };
    const row = { id, network, kind, key, createdAt, state: 'creating', ...counted, ...facts };
    const [made] = await tx.insert(creations).values(row).returning();
    if (!made) throw new Error(`a claimed ${kind} is not there`);
    return { outcome: 'mine', row: made };
  }

  const find: Creations['find'] = (where) =>
    db.select().from(creations).where(and(own, where)).orderBy(desc(creations.createdAt), asc(creations.id));

  return {
    own,
    find,
    load: async (id) => (await find(eq(creations.id, id)))[0],
    living: (terms) => livingIn(db, terms),
    claim: (claim) => db.transaction((tx) => claimIn(tx, claim)),
    settle: (id, outcome, then) =>
      db.transaction(async (tx) => {
        const [row] = await tx
          .update(creations)
          .set(outcome)
          .where(and(own, eq(creations.id, id), eq(creations.state, 'creating')))
          .returning();
        if (row && then) await then(tx, row);
        return row;
      }),
    async change(where, change) {
      await db.update(creations).set(change).where(and(own, where));
    },
  };
}
