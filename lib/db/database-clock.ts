/** Gives statements the database's time, because the clocks of instances differ. */
import { sql } from 'drizzle-orm';

/** Unix ms. */
export const DATABASE_NOW = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
