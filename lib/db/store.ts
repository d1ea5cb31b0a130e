/** What Portage remembers, as functions named by intent; one implementation serves PGlite and Postgres. */
import type { ChainId } from '../domain/chain-id.ts';
import type { RoutedChannel } from '../domain/deposit-channel.ts';
import type { ProviderErrorCode } from '../domain/errors.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { Observation, TrackingStatus } from '../domain/swap-status.ts';
import type { AnswerStore } from './answer-store.ts';
import type { Claimed, Limits } from './creation-store.ts';
import type { IntegratorStore } from './integrator-store.ts';
import type { RateStore } from './limit-store.ts';
import type { SwitchStore } from './switch-store.ts';
import type { UsageStore } from './usage-store.ts';

export type StoredQuote = {
  id: string;
  /** Unix ms. */
  createdAt: number;
  /** Wire JSON as it came in, after validation. */
  request: Record<string, unknown>;
  /** Wire JSON exactly as it went out: `routes[routeIndex]` never shifts. */
  response: Record<string, unknown>;
  /** Same order as `response.routes`. */
  drafts: RouteDraft[];
  /** `ApiKey.id` that it was asked with. */
  keyId?: string;
};

export type StoredSwap = {
  id: string;
  quoteId: string;
  routeIndex: number;
  /** Canonical for its chain; '' while a deposit channel waits and no payment is known. */
  hash: string;
  chain: ChainId;
  /** Unix ms. */
  createdAt: number;
  /** Derived status as last stored, for finding open swaps. */
  status: TrackingStatus;
  lastObservedAt: number | null;
  /** Unix ms from when on it may be looked at again; null before the first look. */
  dueAt: number | null;
  /** The payment was found not to belong to the quote; its facts never touch the quote's state. */
  mismatch: { field: string; expected: string; actual: string }[] | null;
  /** At the last observation an upstream could not be asked. */
  stale: boolean;
  /** What the payment's chain said of it that tells a replacement later; JSON. */
  trace: Record<string, unknown> | null;
  /** `StoredChannel.id` of the channel that it is paid through; null where it is paid otherwise, or not known yet. */
  channelId: string | null;
  /** A caller told its hash, and neither a chain nor a provider has shown it yet: it may be invented. */
  isUnseen: boolean;
};

/** Terms under which a channel was asked for, what became of it, and where it belongs. */
export type StoredChannel = {
  id: string;
  /** Digest of the terms: one living channel for each. */
  key: string;
  quoteId: string;
  routeIndex: number;
  /** The chain that is deposited on. */
  chain: ChainId;
  /** Unix ms. */
  createdAt: number;
  /** `opening`: an instance is asking for it now, or ended while it did, or never learned what became of it. */
  state: 'opening' | 'open' | 'failed';
  /** Set once it is open. */
  channel: RoutedChannel | null;
  /** Unix ms from when on it is shown to nobody who has yet to pay; null while it is not open. */
  livesUntil: number | null;
  /** Set where it failed, and beside `opening` where nobody knows whether it did: what the caller is told. */
  failure: { fault: string; message: string; field?: string } | null;
};

export type ChannelClaim = {
  id: string;
  key: string;
  quoteId: string;
  routeIndex: number;
  chain: ChainId;
  /** Client address, or what stands for it, that it is counted for. */
  client: string;
  now: number;
  /**
   * `any`: also one that was paid, unless its swap failed; for keys that name one swap. `unpaid`: only while no payment
   * of its route is known; for keys under which swaps follow one another.
   */
  reuse: 'any' | 'unpaid';
  /** An `opening` older than this has no instance any more. */
  openingSince: number;
  /** Most channels since `since` for this client and in all; those that failed are not counted. */
  limits: Limits;
};
/** What a quote created upstream under the same terms, and what became of it. */
export type StoredPreparation = {
  id: string;
  /** Digest of the terms: one living preparation for each. */
  key: string;
  provider: ProviderId;
  /** Unix ms. */
  createdAt: number;
  /** `creating`: an instance creates it now, or ended while it did. */
  state: 'creating' | 'created' | 'failed';
  /** Set once it is created: the route with its order in it. */
  draft: RouteDraft | null;
  /** Unix ms from when on it is handed out to nobody; null while it is not created. */
  livesUntil: number | null;
  /** Set where it failed, and beside `creating` where nobody knows whether it did. */
  failure: { errorCode: ProviderErrorCode; message: string } | null;
};

export type PreparationClaim = {
  id: string;
  key: string;
  provider: ProviderId;
  client: string;
  now: number;
  /** A `creating` older than this has no instance any more. */
  creatingSince: number;
  limits: Limits;
};
export type Store = SwapStore & IntegratorStore & UsageStore & RateStore & SwitchStore & AnswerStore;

type SwapStore = {
  /** One living preparation a key, whatever the number of instances; a failed or ended one makes room for the next. */
  claimPreparation(claim: PreparationClaim): Promise<Claimed<StoredPreparation>>;
  livingPreparation(
    terms: Pick<PreparationClaim, 'key' | 'now' | 'creatingSince'>,
  ): Promise<StoredPreparation | undefined>;
  /** Writes what became of it, once; answers what is stored. `creating` with a failure: its key stays taken until it is stale. */
  settlePreparation(
    id: string,
    outcome: Pick<StoredPreparation, 'state' | 'draft' | 'livesUntil' | 'failure'>,
  ): Promise<StoredPreparation>;
  loadPreparation(id: string): Promise<StoredPreparation | undefined>;
  /** It was paid, or ended before its time: it is not handed out again. */
  endPreparation(id: string, now: number): Promise<void>;
  /** The same by the order's number, whichever quote it was handed out with: nobody is to pay it twice. */
  endOrder(orderId: string, now: number): Promise<void>;
  /**
   * One living channel a key, whatever the number of instances: living is `open` until shortly before its expiry
   * (`usableUntil`, see `reuse`), or `opening` since `openingSince`. A failed one makes room for the next. The quote
   * must be stored.
   */
  claimChannel(claim: ChannelClaim): Promise<Claimed<StoredChannel>>;
  /** What a claim of these terms would be answered, if that is a channel. */
  livingChannel(
    terms: Pick<ChannelClaim, 'key' | 'now' | 'reuse' | 'openingSince'>,
  ): Promise<StoredChannel | undefined>;
  /**
   * Writes what became of an opening, once, and with an opened channel the swap (`hash` '') by which it is tracked;
   * answers what is stored. `opening` with a failure: nobody knows; its key stays taken until it is stale.
   */
  settleChannel(
    id: string,
    outcome: Pick<StoredChannel, 'state' | 'channel' | 'failure'>,
    now: number,
  ): Promise<StoredChannel>;
  /** The channel expired before its estimate: it is not handed out again. */
  endChannel(id: string, now: number): Promise<void>;
  /** Writes a newer estimate of its end. A channel that lives no more never comes to life again. */
  moveChannelEnd(id: string, expiresAt: number, now: number): Promise<void>;
  loadChannel(id: string): Promise<StoredChannel | undefined>;
  /** The newest opened channel of that chain with one of these deposit addresses. */
  channelAt(chain: ChainId, addresses: readonly string[]): Promise<StoredChannel | undefined>;
  /** By the upstream's own number of it, or by its deposit address on whichever chain; the newest. */
  findChannel(by: { upstreamId: string } | { depositAddress: string }): Promise<StoredChannel | undefined>;
  /** The newest opened channel of a route. */
  channelOfRoute(key: { quoteId: string; routeIndex: number }): Promise<StoredChannel | undefined>;
  /** All opened channels of a route, newest first. */
  channelsOfRoute(key: { quoteId: string; routeIndex: number }): Promise<StoredChannel[]>;
  /** Gives the swap of a channel the hash of its payment. False, and nothing changed, where the route has a swap of that hash. */
  nameSwap(swapId: string, hash: string): Promise<boolean>;
  /** Keeps which channel a swap was paid through. */
  setSwapChannel(swapId: string, channelId: string): Promise<void>;
  /** A route with an order (`orderId`) gets the swap (`hash` '') by which it is tracked, in the same write. */
  saveQuote(quote: StoredQuote): Promise<void>;
  loadQuote(id: string): Promise<StoredQuote | undefined>;
  /**
   * Idempotent per quote, route and hash, which is never ''; answers the stored row. Of what a `client` tells, only so
   * many a quote and client are looked at unasked before they are seen.
   */
  recordSwap(swap: {
    quoteId: string;
    routeIndex: number;
    hash: string;
    chain: ChainId;
    now: number;
    client?: string | undefined;
  }): Promise<StoredSwap>;
  loadSwap(id: string): Promise<StoredSwap | undefined>;
  findSwap(key: { quoteId: string; routeIndex: number; hash: string }): Promise<StoredSwap | undefined>;
  /**
   * Newest swap of a route that is neither a mismatch nor a hash that somebody only told; one that failed or waits only
   * where there is no other.
   */
  findSwapOfRoute(key: { quoteId: string; routeIndex: number }): Promise<StoredSwap | undefined>;
  /** The same of a channel. */
  findSwapOfChannel(channelId: string): Promise<StoredSwap | undefined>;
  /** A mismatch only where there is nothing else. */
  findNewestSwapByHash(hash: string, but?: { id: string }): Promise<StoredSwap | undefined>;
  /** Stores each observation once by content (`at` aside, but for `held` and `heldNoMore`); answers how many were new. */
  appendObservations(swapId: string, observations: Observation[]): Promise<number>;
  observationsOf(swapId: string): Promise<Observation[]>;
  /** A final status is never overwritten. */
  setSwapStatus(swapId: string, status: TrackingStatus): Promise<void>;
  /** Keeps what the last observation left behind. */
  setSwapNotes(swapId: string, notes: { stale: boolean; trace: Record<string, unknown> | null }): Promise<void>;
  setSwapMismatch(swapId: string, mismatch: NonNullable<StoredSwap['mismatch']>): Promise<void>;
  /**
   * True for exactly one caller per interval, whatever the number of instances. A look that is not ended within a minute
   * was that of an instance that died: it is due again then, however long the interval.
   */
  claimObservation(swapId: string, intervalMs: number, now: number): Promise<boolean>;
  /** The look that was claimed at `claimedAt` is done: the next is due when its interval has passed. */
  endObservation(swapId: string, intervalMs: number, claimedAt: number): Promise<void>;
  /** Not final, not mismatched, not only told, oldest observation first. */
  openSwaps(limit: number): Promise<StoredSwap[]>;
  /** How many are open, by status; a status without any is absent. */
  countOpenSwaps(): Promise<Record<string, number>>;
  /** Open swaps whose last claimed interval has passed, longest overdue first. */
  dueSwaps(now: number, limit: number): Promise<StoredSwap[]>;
  /** The same of hashes that were only told, as far as they are looked at unasked. */
  dueUnseenSwaps(now: number, limit: number): Promise<StoredSwap[]>;
  /** Deletes quotes older than `before` that have neither channel nor order nor a swap that was seen; answers how many. */
  clearUnpaidQuotes(before: number): Promise<number>;
  ping(): Promise<void>;
  /** Of this process to the database, `waiting` is calls that wait for one; absent where it is embedded. */
  connections?: () => { total: number; idle: number; waiting: number };
  close(): Promise<void>;
};
