/** The tables, the same in the embedded database and in Postgres; times are unix milliseconds, values with money are JSON with exact integers. */
import { sql } from 'drizzle-orm';
import { bigint, bigserial, boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

/** `request`, `response` and `drafts` are text, not jsonb, so that what was answered is read back to the letter. */
export const quotes = pgTable(
  'quotes',
  {
    id: text('id').primaryKey(),
    /** `sandbox` or `mainnet`: what belongs to one is never seen from the other. */
    network: text('network').notNull(),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    request: text('request').notNull(),
    response: text('response').notNull(),
    drafts: text('drafts').notNull(),
  },
  (table) => [index('quotes_by_age').on(table.createdAt)],
);

export const swaps = pgTable(
  'swaps',
  {
    id: text('id').primaryKey(),
    network: text('network').notNull(),
    quoteId: text('quote_id')
      .notNull()
      .references(() => quotes.id),
    routeIndex: integer('route_index').notNull(),
    hash: text('hash').notNull(),
    chain: text('chain').notNull(),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    status: text('status').notNull(),
    lastObservedAt: bigint('last_observed_at', { mode: 'number' }),
    /** When the next observation is due; null before the first. */
    dueAt: bigint('due_at', { mode: 'number' }),
    mismatch: text('mismatch'),
    /** At the last observation an upstream could not be asked. */
    stale: boolean('stale').notNull().default(false),
    /** What tells a replacement of the payment later: its inputs, or its sender and nonce. */
    trace: text('trace'),
    /** The deposit channel that it is paid through. */
    channelId: text('channel_id'),
  },
  (table) => [
    // A route may have had several channels, each waiting for its own payment: those have no hash yet.
    uniqueIndex('swaps_by_key').on(table.quoteId, table.routeIndex, table.hash).where(sql`${table.hash} <> ''`),
    index('swaps_of_route').on(table.quoteId, table.routeIndex),
    index('swaps_by_channel').on(table.channelId),
    index('swaps_by_hash').on(table.hash, table.createdAt),
    index('swaps_open')
      .on(table.dueAt)
      .where(sql`${table.mismatch} is null and ${table.status} not in ('completed', 'refunded', 'failed')`),
  ],
);

export const observations = pgTable(
  'observations',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    swapId: text('swap_id')
      .notNull()
      .references(() => swaps.id, { onDelete: 'cascade' }),
    /** SHA-256 of what was seen, without when. */
    digest: text('digest').notNull(),
    content: text('content').notNull(),
  },
  (table) => [uniqueIndex('observations_once').on(table.swapId, table.digest)],
);

/** Openings of deposit channels, from before the upstream is asked on. */
export const channels = pgTable(
  'channels',
  {
    id: text('id').primaryKey(),
    network: text('network').notNull(),
    key: text('key').notNull(),
    quoteId: text('quote_id')
      .notNull()
      .references(() => quotes.id),
    routeIndex: integer('route_index').notNull(),
    chain: text('chain').notNull(),
    /** Whom it is counted for. */
    client: text('client').notNull(),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    /** `opening`, `open` or `failed`. */
    state: text('state').notNull(),
    /** When an open one is handed out no more; earlier where it was learned that it ended. */
    livesUntil: bigint('lives_until', { mode: 'number' }),
    channel: text('channel'),
    failure: text('failure'),
  },
  (table) => [
    index('channels_by_key').on(table.key, table.createdAt),
    index('channels_of_route').on(table.quoteId, table.routeIndex),
    index('channels_by_client').on(table.client, table.createdAt),
    index('channels_by_age').on(table.createdAt),
  ],
);

/** What quotes create upstream, from before the upstream is asked on. A draft that is handed out is stored with its quote too. */
export const preparations = pgTable(
  'preparations',
  {
    id: text('id').primaryKey(),
    network: text('network').notNull(),
    key: text('key').notNull(),
    provider: text('provider').notNull(),
    /** Whom it is counted for. */
    client: text('client').notNull(),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    /** `creating`, `created` or `failed`. */
    state: text('state').notNull(),
    /** When a created one is handed out no more; earlier where it was paid or ended. */
    livesUntil: bigint('lives_until', { mode: 'number' }),
    draft: text('draft'),
    /** The upstream's number of it, by which a payment ends it. */
    orderId: text('order_id'),
    failure: text('failure'),
  },
  (table) => [
    index('preparations_by_key').on(table.key, table.createdAt),
    index('preparations_by_client').on(table.client, table.createdAt),
    index('preparations_by_order').on(table.orderId),
    index('preparations_by_age').on(table.createdAt),
  ],
);
