/** The tables, the same in the embedded database and in Postgres; times are unix milliseconds, values with money are JSON with exact integers. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

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
    /** The API key that it was asked with; null where nobody's was. */
    keyId: text('key_id'),
  },
  (table) => [
    index('quotes_by_age').on(table.createdAt),
    index('quotes_by_key').on(table.keyId, table.createdAt).where(sql`${table.keyId} is not null`),
  ],
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
    /** Who told the hash, as channels count their clients; null where no caller did. */
    client: text('client'),
    /** Whether it is looked at unasked before anybody has seen its payment. */
    isFollowed: boolean('is_followed').notNull().default(true),
  },
  (table) => [
    // A route may have had several channels, each waiting for its own payment: those have no hash yet.
    uniqueIndex('swaps_by_key').on(table.quoteId, table.routeIndex, table.hash).where(sql`${table.hash} <> ''`),
    index('swaps_of_route').on(table.quoteId, table.routeIndex),
    index('swaps_by_channel').on(table.channelId),
    index('swaps_by_hash').on(table.hash, table.createdAt),
    index('swaps_open')
      .on(table.dueAt)
      .where(
        sql`${table.mismatch} is null and ${table.status} not in ('completed', 'refunded', 'failed') and (${table.client} is null or ${table.status} <> 'not_started' or ${table.hash} = '')`,
      ),
    index('swaps_unseen')
      .on(table.dueAt)
      .where(
        sql`${table.mismatch} is null and ${table.status} = 'not_started' and ${table.hash} <> '' and ${table.client} is not null and ${table.isFollowed}`,
      ),
    index('swaps_by_client').on(table.client, table.createdAt).where(sql`${table.client} is not null`),
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

/**
 * What is made once for the same key, from before it is made on: answers of calls that had an idempotency key, orders and
 * deposit channels upstream.
 */
export const creations = pgTable(
  'creations',
  {
    id: text('id').primaryKey(),
    network: text('network').notNull(),
    /** `answer`, `order` or `channel`. */
    kind: text('kind').notNull(),
    /** Digest of the terms, or of caller, path and idempotency key. */
    key: text('key').notNull(),
    /** Whom it is counted for; '' where it is not. */
    client: text('client').notNull(),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    /** `creating`, `created` or `failed`. */
    state: text('state').notNull(),
    /** When a created order or channel is handed out no more; earlier where it was paid or ended. */
    livesUntil: bigint('lives_until', { mode: 'number' }),
    /** JSON of what was made: the answer as it went out, the route with its order, the channel. */
    content: text('content'),
    failure: text('failure'),
    /** The upstream's number of an order or a channel (in full). */
    upstreamId: text('upstream_id'),
    /** Of an answer: digest of the request's body. */
    fingerprint: text('fingerprint'),
    /** Of an order. */
    provider: text('provider'),
    /** Of a channel, as are the three below. */
    quoteId: text('quote_id').references(() => quotes.id),
    routeIndex: integer('route_index'),
    chain: text('chain'),
    /** In lower case: one address has several spellings. */
    depositAddress: text('deposit_address'),
  },
  (table) => [
    index('creations_by_key').on(table.key, table.createdAt),
    index('creations_by_client').on(table.client, table.createdAt),
    index('creations_by_age').on(table.kind, table.createdAt),
    index('creations_by_upstream_id').on(table.upstreamId),
    index('creations_by_address').on(table.depositAddress),
    index('creations_of_route').on(table.quoteId, table.routeIndex),
  ],
);

export const integrators = pgTable(
  'integrators',
  {
    id: text('id').primaryKey(),
    network: text('network').notNull(),
    name: text('name').notNull(),
    embedId: text('embed_id').notNull(),
    /** JSON: a list of origins. */
    embedOrigins: text('embed_origins').notNull(),
    affiliate: text('affiliate'),
    affiliateFeeBps: integer('affiliate_fee_bps'),
    rateLimitPerMinute: integer('rate_limit_per_minute'),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    expiresAt: bigint('expires_at', { mode: 'number' }),
    revokedAt: bigint('revoked_at', { mode: 'number' }),
  },
  (table) => [uniqueIndex('integrators_by_embed').on(table.embedId)],
);

/** Rows are never deleted: a key that was once given out is refused for ever. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    network: text('network').notNull(),
    integratorId: text('integrator_id')
      .notNull()
      .references(() => integrators.id),
    /** SHA-256 of the key in hex. The key has 192 random bits, so that no slow hash is needed. */
    hash: text('hash').notNull(),
    prefix: text('prefix').notNull(),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    expiresAt: bigint('expires_at', { mode: 'number' }),
    revokedAt: bigint('revoked_at', { mode: 'number' }),
    lastUsedAt: bigint('last_used_at', { mode: 'number' }),
  },
  (table) => [
    uniqueIndex('api_keys_by_hash').on(table.hash),
    index('api_keys_of_integrator').on(table.integratorId, table.createdAt),
  ],
);

/** What each caller has taken of its limit in the newest window; one row a caller. */
export const rateWindows = pgTable(
  'rate_windows',
  {
    key: text('key').primaryKey(),
    /** Start of the window in unix ms. */
    startedAt: bigint('started_at', { mode: 'number' }).notNull(),
    used: bigint('used', { mode: 'number' }).notNull(),
    /** What the newest lease was given. */
    granted: bigint('granted', { mode: 'number' }).notNull(),
  },
  (table) => [index('rate_windows_by_age').on(table.startedAt)],
);

/** Counts by key and day (UTC), added to in batches. */
export const usage = pgTable(
  'usage',
  {
    keyId: text('key_id')
      .notNull()
      .references(() => apiKeys.id),
    day: text('day').notNull(),
    /** `quotes`, or `requests POST /v1/quote` with another endpoint's name. */
    name: text('name').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.day, table.name] })],
);

/** Providers and chains that an operator has switched off. */
export const switches = pgTable(
  'switches',
  {
    network: text('network').notNull(),
    /** `provider` or `chain`. */
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    why: text('why').notNull(),
    at: bigint('at', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.network, table.kind, table.id] })],
);
