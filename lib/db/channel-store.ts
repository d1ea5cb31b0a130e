/**
 * Stores at most one living channel for the same terms, and no more channels than the limits allow, under any
 * concurrency.
 */
import { randomUUID } from 'node:crypto';
import { and, eq, gt, inArray, lt, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import { sameAddress } from '../chains/address.ts';
import type { ChainId } from '../domain/chain-id.ts';
import { type RoutedChannel, usableUntil } from '../domain/deposit-channel.ts';
import type { SwapEvent } from '../domain/webhook.ts';
import {
  type CreationRow,
  type CreationState,
  type Creations,
  claimedAs,
  creationsOf,
  type Where,
} from './creation-store.ts';
import { creations, swaps } from './schema.ts';
import type { ChannelClaim, Store, StoredChannel } from './store.ts';
import { addEvents } from './webhook-outbox.ts';

/** Postgres: unique_violation. */
const UNIQUE_VIOLATION = '23505';

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/** Whether a statement failed because a row with that key exists. Drizzle wraps the driver's error. */
export const isTaken = (error: unknown): boolean =>
  codeOf(error) === UNIQUE_VIOLATION || (error instanceof Error && codeOf(error.cause) === UNIQUE_VIOLATION);

/** The names of a channel's states outside this room: it is opened, not made. */
const STATES = { creating: 'opening', created: 'open', failed: 'failed' } as const satisfies Record<
  CreationState,
  string
>;
const stateOf = (state: StoredChannel['state']): CreationState =>
  state === 'opening' ? 'creating' : state === 'open' ? 'created' : 'failed';

/** This file wrote what is stored, so its types are known. */
function toChannel(row: CreationRow): StoredChannel {
  const { id, key, quoteId, routeIndex, createdAt, content, livesUntil, failure } = row;
  if (quoteId === null || routeIndex === null) throw new Error('a stored channel has no route');
  return {
    id,
    key,
    quoteId,
    routeIndex,
    chain: row.chain as ChainId,
    createdAt,
    state: STATES[row.state as CreationState],
    channel: content === null ? null : (JSON.parse(content) as RoutedChannel),
    livesUntil,
    failure: failure === null ? null : (JSON.parse(failure) as StoredChannel['failure']),
  };
}

const isOpen = eq(creations.state, 'created');

/** A failed opening left no channel behind. */
export const isFailedChannel = (before: number) =>
  and(eq(creations.kind, 'channel'), eq(creations.state, 'failed'), lt(creations.createdAt, before));

type Terms = Parameters<Store['livingChannel']>[0];
type Outcome = Pick<StoredChannel, 'state' | 'channel' | 'failure'>;

/** Finds known channels by any of their names. */
const channelReads = (channels: Creations) => {
  const loadChannel: Store['loadChannel'] = async (id) => {
    const row = await channels.load(id);
    return row && toChannel(row);
  };
  const openOnes = async (which: SQL | undefined) => (await channels.find(and(isOpen, which))).map(toChannel);
  const channelsOfRoute: Store['channelsOfRoute'] = ({ quoteId, routeIndex }) =>
    openOnes(and(eq(creations.quoteId, quoteId), eq(creations.routeIndex, routeIndex)));
  const isAt = (address: string) => (found: StoredChannel) =>
    sameAddress(found.chain, found.channel?.depositAddress ?? '', address);

  return {
    async channelAt(chain: ChainId, addresses: readonly string[]) {
      const spelled = addresses.map((one) => one.toLowerCase());
      const found = await openOnes(and(eq(creations.chain, chain), inArray(creations.depositAddress, spelled)));
      return found.find((one) => addresses.some((address) => isAt(address)(one)));
    },
    async findChannel(by: Parameters<Store['findChannel']>[0]) {
      if ('upstreamId' in by) return (await openOnes(eq(creations.upstreamId, by.upstreamId)))[0];
      const found = await openOnes(eq(creations.depositAddress, by.depositAddress.toLowerCase()));
      return found.find(isAt(by.depositAddress));
    },
    loadChannel,
    channelsOfRoute,
    async channelOfRoute(key: Parameters<Store['channelOfRoute']>[0]) {
      const [newest] = await channelsOfRoute(key);
      return newest;
    },
  };
};

export const channelFunctions = (where: Where) => {
  const { db, network } = where;
  const channels = creationsOf(where, 'channel');

  /** Whether an open channel may be handed out again, by its known payments. */
  function reusable(reuse: ChannelClaim['reuse']): SQL {
    const broken = and(eq(swaps.channelId, creations.id), eq(swaps.status, 'failed'));
    const paid = and(sql`${swaps.mismatch} is null`, or(ne(swaps.hash, ''), ne(swaps.status, 'not_started')));
    const sameRoute = and(eq(swaps.quoteId, creations.quoteId), eq(swaps.routeIndex, creations.routeIndex));
    const found = db
      .select({ one: sql`1` })
      .from(swaps)
      .where(and(sameRoute, reuse === 'any' ? broken : paid));
    return notExists(found);
  }
  const termsOf = ({ key, now, reuse, openingSince }: Terms) => ({
    key,
    alive: and(gt(creations.livesUntil, now), reusable(reuse)),
    creatingSince: openingSince,
  });

  const reads = channelReads(channels);
  return {
    ...reads,
    async claimChannel(claim: ChannelClaim) {
      const { id, now, client, callerClass = 'open', limits, quoteId, routeIndex, chain } = claim;
      const facts = { quoteId, routeIndex, chain };
      return claimedAs(
        await channels.claim({ ...termsOf(claim), id, now, client, callerClass, limits, facts }),
        toChannel,
      );
    },
    async livingChannel(terms: Terms) {
      const row = await channels.living(termsOf(terms));
      return row && toChannel(row);
    },
    async settleChannel(
      id: string,
      { state, channel, failure }: Outcome,
      now: number,
      events: readonly SwapEvent[] = [],
    ) {
      const outcome = {
        state: stateOf(state),
        content: channel && JSON.stringify(channel),
        depositAddress: channel?.depositAddress.toLowerCase() ?? null,
        upstreamId: channel?.channelId ?? null,
        failure: failure && JSON.stringify(failure),
        livesUntil: channel && usableUntil(channel, now),
      };
      await channels.settle(id, outcome, async (tx, row) => {
        if (state !== 'open') return;
        const { quoteId, routeIndex, chain } = toChannel(row);
        const swap = { quoteId, routeIndex, hash: '', chain, createdAt: now, status: 'not_started', channelId: id };
        await tx.insert(swaps).values({ id: randomUUID(), network, ...swap });
        await addEvents(tx, { quoteId, routeIndex, now }, events);
      });
      const stored = await reads.loadChannel(id);
      if (!stored) throw new Error('a channel that was claimed is not there');
      return stored;
    },
    endChannel: (id: string, now: number) => channels.change(eq(creations.id, id), { livesUntil: now }),
    async moveChannelEnd(id: string, expiresAt: number, now: number) {
      const stored = await reads.loadChannel(id);
      if (!stored?.channel) return;
      const channel = { ...stored.channel, expiresAt };
      const isOver = stored.livesUntil !== null && stored.livesUntil <= now;
      const livesUntil = isOver ? stored.livesUntil : usableUntil(channel, stored.createdAt);
      await channels.change(eq(creations.id, id), { content: JSON.stringify(channel), livesUntil });
    },
  };
};
