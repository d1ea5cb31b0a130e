/**
 * Stores at most one living channel for the same terms, and no more channels than the limits allow, under any
 * concurrency.
 */
import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, gt, gte, inArray, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import { sameAddress } from '../chains/address.ts';
import type { NetworkName } from '../chains/chain.ts';
import type { ChainId } from '../domain/chain-id.ts';
import { type RoutedChannel, usableUntil } from '../domain/deposit-channel.ts';
import { type ClaimDatabase, limitReached, lockClaims, type Where } from './claims.ts';
import { channels, swaps } from './schema.ts';
import type { ChannelClaim, ClaimedChannel, Store, StoredChannel } from './store.ts';

/** Postgres: unique_violation. */
const UNIQUE_VIOLATION = '23505';

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/** Whether a statement failed because a row with that key exists. Drizzle wraps the driver's error. */
export const isTaken = (error: unknown): boolean =>
  codeOf(error) === UNIQUE_VIOLATION || (error instanceof Error && codeOf(error.cause) === UNIQUE_VIOLATION);

/** The casts are safe, because this file wrote what is stored. */
const toChannel = (row: typeof channels.$inferSelect): StoredChannel => ({
  id: row.id,
  key: row.key,
  quoteId: row.quoteId,
  routeIndex: row.routeIndex,
  chain: row.chain as ChainId,
  createdAt: row.createdAt,
  state: row.state as StoredChannel['state'],
  channel: row.channel === null ? null : (JSON.parse(row.channel) as RoutedChannel),
  livesUntil: row.livesUntil,
  failure: row.failure === null ? null : (JSON.parse(row.failure) as StoredChannel['failure']),
});

const sameRoute = (db: ClaimDatabase, more: SQL | undefined) =>
  db
    .select({ one: sql`1` })
    .from(swaps)
    .where(and(eq(swaps.quoteId, channels.quoteId), eq(swaps.routeIndex, channels.routeIndex), more));

/** Whether an open channel may be handed out again, given the known payments of its route. */
function reusable(db: ClaimDatabase, reuse: ChannelClaim['reuse']): SQL | undefined {
  const broken = and(eq(swaps.channelId, channels.id), eq(swaps.status, 'failed'));
  const paid = and(sql`${swaps.mismatch} is null`, or(ne(swaps.hash, ''), ne(swaps.status, 'not_started')));
  return notExists(sameRoute(db, reuse === 'any' ? broken : paid));
}

type Terms = Parameters<Store['livingChannel']>[0];

async function livingChannel(db: ClaimDatabase, network: NetworkName, claim: Terms) {
  const open = and(eq(channels.state, 'open'), gt(channels.livesUntil, claim.now), reusable(db, claim.reuse));
  const opening = and(eq(channels.state, 'opening'), gte(channels.createdAt, claim.openingSince));
  const [row] = await db
    .select()
    .from(channels)
    .where(and(eq(channels.network, network), eq(channels.key, claim.key), or(open, opening)))
    .orderBy(desc(channels.createdAt), desc(channels.id))
    .limit(1);
  return row && toChannel(row);
}

async function claimIn(db: ClaimDatabase, network: NetworkName, claim: ChannelClaim): Promise<ClaimedChannel> {
  await lockClaims(db, 'channels');
  const living = await livingChannel(db, network, claim);
  if (living) return { outcome: 'exists', channel: living };
  const full = await limitReached(db, {
    table: channels,
    ours: eq(channels.network, network),
    ofClient: eq(channels.client, claim.client),
    limits: claim.limits,
    now: claim.now,
  });
  if (full) return full;
  const { id, key, quoteId, routeIndex, chain, now: createdAt } = claim;
  const row = { id, key, quoteId, routeIndex, chain, createdAt, client: claim.client, network, state: 'opening' };
  const [made] = await db.insert(channels).values(row).returning();
  if (!made) throw new Error('a channel that was just claimed is not there');
  return { outcome: 'mine', channel: toChannel(made) };
}

type Outcome = Pick<StoredChannel, 'state' | 'channel' | 'failure'>;

async function settleIn(db: ClaimDatabase, network: NetworkName, id: string, outcome: Outcome, now: number) {
  const { state, channel, failure } = outcome;
  const [settled] = await db
    .update(channels)
    .set({
      state,
      channel: channel && JSON.stringify(channel),
      depositAddress: channel?.depositAddress.toLowerCase() ?? null,
      upstreamId: channel?.channelId ?? null,
      failure: failure && JSON.stringify(failure),
      livesUntil: channel && usableUntil(channel, now),
    })
    .where(and(eq(channels.id, id), eq(channels.state, 'opening')))
    .returning();
  if (settled?.state !== 'open') return settled;
  const { quoteId, routeIndex, chain } = settled;
  const swap = { quoteId, routeIndex, hash: '', chain, createdAt: now, status: 'not_started', channelId: id };
  await db.insert(swaps).values({ id: randomUUID(), network, ...swap });
  return settled;
}

export const channelFunctions = ({ db, network }: Where) => {
  const find = (where: SQL | undefined) =>
    db
      .select()
      .from(channels)
      .where(and(eq(channels.network, network), where))
      .orderBy(desc(channels.createdAt), asc(channels.id));
  const loadChannel: Store['loadChannel'] = async (id) => {
    const [row] = await find(eq(channels.id, id));
    return row && toChannel(row);
  };
  const channelsOfRoute: Store['channelsOfRoute'] = async ({ quoteId, routeIndex }) => {
    const ofRoute = and(eq(channels.quoteId, quoteId), eq(channels.routeIndex, routeIndex));
    return (await find(and(ofRoute, eq(channels.state, 'open')))).map(toChannel);
  };
  const newestOpen = async (where: SQL | undefined, isMeant: (found: StoredChannel) => boolean = () => true) =>
    (await find(and(eq(channels.state, 'open'), where))).map(toChannel).find(isMeant);
  const isAt = (address: string) => (found: StoredChannel) =>
    sameAddress(found.chain, found.channel?.depositAddress ?? '', address);
  return {
    channelAt: (chain: ChainId, addresses: readonly string[]) =>
      newestOpen(
        and(
          eq(channels.chain, chain),
          inArray(
            channels.depositAddress,
            addresses.map((one) => one.toLowerCase()),
          ),
        ),
        (found) => addresses.some((address) => isAt(address)(found)),
      ),
    findChannel: (by: Parameters<Store['findChannel']>[0]) =>
      'upstreamId' in by
        ? newestOpen(eq(channels.upstreamId, by.upstreamId))
        : newestOpen(eq(channels.depositAddress, by.depositAddress.toLowerCase()), isAt(by.depositAddress)),
    claimChannel: (claim: ChannelClaim) => db.transaction((tx) => claimIn(tx, network, claim)),
    livingChannel: (terms: Terms) => livingChannel(db, network, terms),
    async settleChannel(id: string, outcome: Outcome, now: number) {
      await db.transaction((tx) => settleIn(tx, network, id, outcome, now));
      const stored = await loadChannel(id);
      if (!stored) throw new Error('a channel that was claimed is not there');
      return stored;
    },
    async endChannel(id: string, now: number) {
      await db.update(channels).set({ livesUntil: now }).where(eq(channels.id, id));
    },
    async moveChannelEnd(id: string, expiresAt: number, now: number) {
      const stored = await loadChannel(id);
      if (!stored?.channel) return;
      const channel = { ...stored.channel, expiresAt };
      const isOver = stored.livesUntil !== null && stored.livesUntil <= now;
      const livesUntil = isOver ? stored.livesUntil : usableUntil(channel, stored.createdAt);
      await db
        .update(channels)
        .set({ channel: JSON.stringify(channel), livesUntil })
        .where(eq(channels.id, id));
    },
    loadChannel,
    channelsOfRoute,
    async channelOfRoute(key: Parameters<Store['channelOfRoute']>[0]) {
      const [newest] = await channelsOfRoute(key);
      return newest;
    },
  };
};
