/**
 * Defines the tables, the same in the embedded database and in Postgres. Times are unix milliseconds; values with money
 * are JSON with exact integers.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

export const quotes = pgTable(
  'quotes',
  {
    id: text('id').primaryKey(),
    /** `sandbox` or `mainnet`: rows of one network are never visible from the other. */
    network: text('network').notNull(),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    /** Request, answer and drafts, by `quote-content.ts`; null in rows from before it, which have the three texts. */
    content: bytes('content'),
    request: text('request'),
    response: text('response'),
    drafts: text('drafts'),
    /** False: the quote only gave prices, and nothing in it can be paid. */
    isPayable: boolean('is_payable').notNull().default(true),
    /** The API key of the request; null where it had none. */
    keyId: text('key_id'),
    /** The EVM address that pays, in lower case; null for every other. */
    sourceAddress: text('source_address'),
  },
  (table) => [
    index('quotes_by_age').on(table.createdAt),
    index('quotes_unpayable').on(table.createdAt).where(sql`not ${table.isPayable}`),
    index('quotes_by_key').on(table.keyId, table.createdAt).where(sql`${table.keyId} is not null`),
    index('quotes_by_source').on(table.sourceAddress, table.createdAt).where(sql`${table.sourceAddress} is not null`),
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
    /** An upstream did not answer the last observation. */
    stale: boolean('stale').notNull().default(false),
    /** What identifies a replacement of the payment later: its inputs, or its sender and nonce. */
    trace: text('trace'),
    /** The deposit channel through which it is paid. */
    channelId: text('channel_id'),
    /** The client that reported the hash, as channels count clients; null where no caller did. */
    client: text('client'),
    /** Whether it is observed unasked before its payment has been seen. */
    isFollowed: boolean('is_followed').notNull().default(true),
  },
  (table) => [
    // A route may have several channels that wait for their own payments; their swaps have no hash yet.
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
    /** SHA-256 of the observation without its time. */
    digest: text('digest').notNull(),
    content: text('content').notNull(),
  },
  (table) => [uniqueIndex('observations_once').on(table.swapId, table.digest)],
);

/**
 * Creations, at most one for each key: answers of calls with an idempotency key, orders and deposit channels
 * upstream. The row exists before the creation begins.
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
    /** The client that it counts against, with its class (`open:…`); '' when it is not counted. */
    client: text('client').notNull(),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    /** When it was claimed by the database's clock, by which limits count: instances' clocks differ. */
    countedAt: bigint('counted_at', { mode: 'number' }),
    /** `creating`, `created` or `failed`. */
    state: text('state').notNull(),
    /** When a created order or channel is no longer handed out; earlier when it was paid or ended. */
    livesUntil: bigint('lives_until', { mode: 'number' }),
    /** JSON of the creation: the answer as it was sent, the route with its order, the channel. */
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
    index('creations_by_count').on(table.kind, table.countedAt),
    index('creations_by_upstream_id').on(table.upstreamId),
    index('creations_by_address').on(table.depositAddress),
    index('creations_of_route').on(table.quoteId, table.routeIndex),
  ],
);

/** Secrets that the instances of a deployment share. */
export const secrets = pgTable('secrets', { name: text('name').primaryKey(), value: text('value').notNull() });

export const integrators = pgTable(
  'integrators',
  {
    id: text('id').primaryKey(),
    network: text('network').notNull(),
    name: text('name').notNull(),
    embedId: text('embed_id').notNull(),
    /** A JSON list of origins. */
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

/** Rows are never deleted, so that a key that was once issued is refused for ever after its end. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    network: text('network').notNull(),
    integratorId: text('integrator_id')
      .notNull()
      .references(() => integrators.id),
    /** SHA-256 of the key in hex. The key has 190 random bits, so that no slow hash is needed. */
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

/** What each caller has used of its limit in the newest window; one row for each caller. */
export const rateWindows = pgTable(
  'rate_windows',
  {
    key: text('key').primaryKey(),
    /** Start of the window in unix ms. */
    startedAt: bigint('started_at', { mode: 'number' }).notNull(),
    used: bigint('used', { mode: 'number' }).notNull(),
    /** What the newest lease granted. */
    granted: bigint('granted', { mode: 'number' }).notNull(),
  },
  (table) => [index('rate_windows_by_age').on(table.startedAt)],
);

/** Usage counts by key and day (UTC), incremented in batches. */
export const usage = pgTable(
  'usage',
  {
    keyId: text('key_id')
      .notNull()
      .references(() => apiKeys.id),
    day: text('day').notNull(),
    /** `quotes`, or `requests` with an endpoint, such as `requests POST /v1/quote`. */
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
    /** `provider`, `chain` or `maintenance`. */
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    why: text('why').notNull(),
    at: bigint('at', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.network, table.kind, table.id] })],
);

/** The keys that sign answers, ended ones included. The embedded database leaves them to a file beside it. */
export const signingKeys = pgTable(
  'signing_keys',
  {
    network: text('network').notNull(),
    /** JWK thumbprint. */
    kid: text('kid').notNull(),
    /** The public key, base64url. */
    x: text('x').notNull(),
    /** The private key, hex; null where the setting SIGNING_KEY holds it, and once the key ended. */
    seed: text('seed'),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    retiredAt: bigint('retired_at', { mode: 'number' }),
    revokedAt: bigint('revoked_at', { mode: 'number' }),
  },
  (table) => [primaryKey({ columns: [table.network, table.kid] })],
);

/** Nonces that were given out, and tokens of addresses that signed one. */
export const signIns = pgTable(
  'sign_ins',
  {
    /** Digest of the nonce or the token. */
    id: text('id').primaryKey(),
    expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
    /** Of a token: the address in lower case, and the chain on which its code was asked. */
    address: text('address'),
    chain: text('chain'),
  },
  (table) => [index('sign_ins_by_end').on(table.expiresAt)],
);

/** What finished swaps left: no swap, address or hash is named. */
export const ledger = pgTable(
  'ledger',
  {
    /** Digest of the swap's quote, route and end. */
    id: text('id').primaryKey(),
    network: text('network').notNull(),
    endedAt: bigint('ended_at', { mode: 'number' }).notNull(),
    /** `LedgerEntry` without its id and time. */
    content: text('content').notNull(),
  },
  (table) => [index('ledger_by_end').on(table.network, table.endedAt)],
);

export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: text('id').primaryKey(),
    network: text('network').notNull(),
    integratorId: text('integrator_id')
      .notNull()
      .references(() => integrators.id),
    url: text('url').notNull(),
    /** A JSON list of events; an empty one means all. */
    events: text('events').notNull(),
    secret: text('secret').notNull(),
    previousSecret: text('previous_secret'),
    previousUntil: bigint('previous_until', { mode: 'number' }),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    failingSince: bigint('failing_since', { mode: 'number' }),
    failures: integer('failures').notNull().default(0),
    retryAt: bigint('retry_at', { mode: 'number' }),
    disabledAt: bigint('disabled_at', { mode: 'number' }),
    disabledReason: text('disabled_reason'),
  },
  (table) => [uniqueIndex('webhook_endpoints_by_url').on(table.integratorId, table.url)],
);

/** The outbox: a row for each event and endpoint, written together with the change of status that it reports. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** In the order of the events. */
    number: bigserial('number', { mode: 'number' }).primaryKey(),
    messageId: text('message_id').notNull(),
    endpointId: text('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    /** Quote and route of the swap: its messages are sent in order. A payment and its channel may be stored as two swaps. */
    routeKey: text('route_key').notNull(),
    type: text('type').notNull(),
    eventKey: text('event_key').notNull(),
    body: text('body').notNull(),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    state: text('state').notNull(),
    dueAt: bigint('due_at', { mode: 'number' }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    triedSince: bigint('tried_since', { mode: 'number' }),
    httpStatus: integer('http_status'),
    answer: text('answer'),
  },
  (table) => [
    uniqueIndex('webhook_deliveries_once').on(table.routeKey, table.eventKey, table.endpointId),
    index('webhook_deliveries_listed').on(table.endpointId, table.number),
    index('webhook_deliveries_due').on(table.dueAt).where(sql`${table.state} = 'pending'`),
    index('webhook_deliveries_in_order')
      .on(table.endpointId, table.routeKey, table.number)
      .where(sql`${table.state} = 'pending'`),
    index('webhook_deliveries_by_age').on(table.createdAt),
  ],
);
