/** Defines the SQL conditions on swaps that several queries share. */
import { and, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { TrackingStatus } from '../domain/swap-status.ts';
import { swaps } from './schema.ts';

export const FINAL: TrackingStatus[] = ['completed', 'refunded', 'failed'];

/** The condition of `isUnseen`: a hash that a caller reported and nothing has confirmed. */
export const unseen = and(isNotNull(swaps.client), eq(swaps.status, 'not_started'), ne(swaps.hash, ''));
export const seen = or(isNull(swaps.client), ne(swaps.status, 'not_started'), eq(swaps.hash, ''));

/**
 * A payment that was seen, once: a payment into a channel may be stored under the channel as well as under its hash,
 * which then counts.
 */
export const paidOnce = and(
  isNull(swaps.mismatch),
  ne(swaps.status, 'not_started'),
  or(
    ne(swaps.hash, ''),
    sql`not exists (select 1 from ${swaps} as other where other.quote_id = ${swaps}.quote_id and other.route_index = ${swaps}.route_index and other.hash <> '' and other.mismatch is null and other.status <> 'not_started' and (other.channel_id is null or other.channel_id = ${swaps}.channel_id))`,
  ),
);
