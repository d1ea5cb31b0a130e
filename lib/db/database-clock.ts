/** Gives statements the database's time: clocks of instances differ, and then each would count by itself. */
import { sql } from 'drizzle-orm';

/** Unix ms. */
export const DATABASE_NOW = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
