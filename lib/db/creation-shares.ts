/**
 * Counts creations against shares of a day's bound. Half of a share may be used at once, the rest refills evenly over
 * the day, so that a client that uses one up blocks others no longer than that takes.
 */
import { and, gt, inArray, like, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { type CallerClass, CLASS_SHARES } from '../domain/caller-class.ts';
import { DATABASE_NOW } from './database-clock.ts';
import { creations } from './schema.ts';

type Database = Pick<PgDatabase<PgQueryResultHKT>, 'select'>;

/** The client that a creation counts against; `client` is a digest of a caller's address, of its /64 or of its key. */
export type CountedFor = { callerClass: CallerClass; client: string };

/**
 * `perClient` and `inAll`: how much one client, and all together, may create in `dayMs`. Failed creations are not
 * counted.
 */
export type Limits = { perClient: number; inAll: number; dayMs: number };

/** The used-up share: the client's own, that of its class, or the deployment's. */
export type FullShare = 'client' | 'class' | 'all';

const CLASSES: readonly CallerClass[] = ['open', 'page', 'key'];

/** As it is stored beside a creation. */
export const countedAs = ({ callerClass, client }: CountedFor): string => `${callerClass}:${client}`;

const ofClient = (client: string) =>
  inArray(
    creations.client,
    CLASSES.map((callerClass) => countedAs({ callerClass, client })),
  );
const ofClasses = (classes: readonly CallerClass[]): SQL | undefined =>
  or(...classes.map((callerClass) => like(creations.client, `${callerClass}:%`)));

/** The bucket's size, and its refill in a millisecond: together the bound, over a day. */
function bucketOf(bound: number, dayMs: number): { burst: number; perMs: number } {
  const burst = Math.max(1, Math.ceil(bound / 2));
  return { burst, perMs: Math.max(1, bound - burst) / dayMs };
}

/**
 * Ms until there is room for one more; 0 while there is. The level is the most by which any stretch of time up to now
 * has created more than was refilled in it.
 */
async function waitMs(db: Database, where: SQL | undefined, bound: number, dayMs: number): Promise<number> {
  const { burst, perMs } = bucketOf(bound, dayMs);
  const ranked = db
    .select({
      rank: sql<number>`row_number() over (order by ${creations.countedAt} desc)`.as('rank'),
      ageMs: sql<number>`${DATABASE_NOW} - ${creations.countedAt}`.as('age_ms'),
    })
    .from(creations)
    // Older creations have been refilled completely: at most two days, for a bound of three.
    .where(
      and(where, ne(creations.state, 'failed'), gt(creations.countedAt, sql`${DATABASE_NOW} - ${2 * dayMs}::bigint`)),
    )
    .as('ranked');
  const [row] = await db
    .select({
      level: sql<number | null>`max(${ranked.rank} - ${perMs}::float8 * greatest(${ranked.ageMs}, 0))::float8`,
    })
    .from(ranked);
  const level = Math.max(0, Number(row?.level ?? 0));
  return level + 1 <= burst + ROUNDING ? 0 : Math.ceil((level + 1 - burst) / perMs);
}

/** Floating point may count a millisecond too little. */
const ROUNDING = 1e-6;

/** The first used-up share, with the time until there is room in it. @param own of one kind, in one network. */
export async function usedUp(
  db: Database,
  own: SQL | undefined,
  { callerClass, client }: CountedFor,
  { perClient, inAll, dayMs }: Limits,
): Promise<{ share: FullShare; waitMs: number } | undefined> {
  const ofOne = await waitMs(db, and(own, ofClient(client)), perClient, dayMs);
  if (ofOne > 0) return { share: 'client', waitMs: ofOne };
  for (const { classes, share } of CLASS_SHARES) {
    if (!classes.includes(callerClass)) continue;
    const isAll = share === 1;
    const where = isAll ? own : and(own, ofClasses(classes));
    const wait = await waitMs(db, where, Math.max(1, Math.floor(inAll * share)), dayMs);
    if (wait > 0) return { share: isAll ? 'all' : 'class', waitMs: wait };
  }
  return undefined;
}
