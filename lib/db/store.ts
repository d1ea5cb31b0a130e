/** Defines what Portage stores, as functions named by intent; one implementation serves PGlite and Postgres. */
import type { CallerClass } from '../domain/caller-class.ts';
import type { ChainId } from '../domain/chain-id.ts';
import type { RoutedChannel } from '../domain/deposit-channel.ts';
import type { ProviderErrorCode } from '../domain/errors.ts';
import type { LedgerEntry } from '../domain/ledger.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { Observation, TrackingStatus } from '../domain/swap-status.ts';
import type { SwapEvent } from '../domain/webhook.ts';
import type { AnswerStore } from './answer-store.ts';
import type { Limits } from './creation-shares.ts';
import type { Claimed } from './creation-store.ts';
import type { IntegratorStore } from './integrator-store.ts';
import type { LedgerStore } from './ledger-store.ts';
import type { RateStore } from './limit-store.ts';
import type { SignInStore } from './sign-in-store.ts';
import type { SigningKeyStore } from './signing-key-store.ts';
import type { SwitchStore } from './switch-store.ts';
import type { UsageStore } from './usage-store.ts';
import type { WebhookStore } from './webhook-store.ts';

export type StoredQuote = {
  id: string;
  /** Unix ms. */
  createdAt: number;
  /** The request's wire JSON, validated. */
  request: Record<string, unknown>;
  /** The response's wire JSON exactly as it was sent; `routes[routeIndex]` never shifts. */
  response: Record<string, unknown>;
  /** In the order of `response.routes`. Of a quote that was resumed by a signed route the others are missing: null. */
  drafts: RouteDraft[];
  /** `ApiKey.id` of the request's key. */
  keyId?: string;
};

export type StoredSwap = {
  id: string;
  quoteId: string;
  routeIndex: number;
  /** In its chain's canonical spelling; '' while a deposit channel waits and no payment is known. */
  hash: string;
  chain: ChainId;
  /** Unix ms. */
  createdAt: number;
  /** The status that was last derived; used to find open swaps. */
  status: TrackingStatus;
  lastObservedAt: number | null;
  /** Unix ms from which it may be observed again; null before the first observation. */
  dueAt: number | null;
  /** Set where the payment does not belong to the quote; its facts never affect the quote's state. */
  mismatch: { field: string; expected: string; actual: string }[] | null;
  /** An upstream did not answer the last observation. */
  stale: boolean;
  /** What the payment's chain reported that identifies a replacement later; JSON. */
  trace: Record<string, unknown> | null;
  /** `StoredChannel.id` of the channel through which it is paid; null where it is paid otherwise, or not known yet. */
  channelId: string | null;
  /** A caller reported its hash, but no chain or provider has seen the payment yet: the hash may be invented. */
  isUnseen: boolean;
};

/** A requested channel: its terms, its state, and the route it belongs to. */
export type StoredChannel = {
  id: string;
  /** Digest of the terms, for each of which there is one living channel. */
  key: string;
  quoteId: string;
  routeIndex: number;
  /** The chain of the deposit. */
  chain: ChainId;
  /** Unix ms. */
  createdAt: number;
  /** `opening`: an instance is requesting it, ended while it did, or never learned the outcome. */
  state: 'opening' | 'open' | 'failed';
  /** Set once it is open. */
  channel: RoutedChannel | null;
  /** Unix ms from which it is no longer shown to a new payer; null while it is not open. */
  livesUntil: number | null;
  /**
   * The failure that the caller gets. Set where the opening failed, and with `opening` where its outcome is unknown.
   */
  failure: { fault: string; message: string; field?: string } | null;
};

export type ChannelClaim = {
  id: string;
  key: string;
  quoteId: string;
  routeIndex: number;
  chain: ChainId;
  /** The client that the channel counts against: its address, or what stands for it. */
  client: string;
  /** Default: `open`. */
  callerClass?: CallerClass;
  now: number;
  /**
   * `any`: a channel may be reused although it was paid, unless its swap failed; for keys that identify one swap.
   * `unpaid`: only while no payment of its route is known; for keys under which several swaps follow one another.
   */
  reuse: 'any' | 'unpaid';
  /** An `opening` from before this time was abandoned by its instance. */
  openingSince: number;
  /** Most channels in a day for this client and in all; those that failed are not counted. */
  limits: Limits;
};
/** What a quote created upstream under the same terms, and what became of it. */
export type StoredPreparation = {
  id: string;
  /** Digest of the terms, for each of which there is one living preparation. */
  key: string;
  provider: ProviderId;
  /** Unix ms. */
  createdAt: number;
  /** `creating`: an instance is creating it, or ended while it did. */
  state: 'creating' | 'created' | 'failed';
  /** The route with its order; set once it is created. */
  draft: RouteDraft | null;
  /** Unix ms from which it is no longer handed out; null while it is not created. */
  livesUntil: number | null;
  /** Set where it failed, and with `creating` where the outcome is unknown. */
  failure: { errorCode: ProviderErrorCode; message: string } | null;
};

export type PreparationClaim = {
  id: string;
  key: string;
  provider: ProviderId;
  client: string;
  /** Default: `open`. */
  callerClass?: CallerClass;
  now: number;
  /** A `creating` from before this time was abandoned by its instance. */
  creatingSince: number;
  limits: Limits;
};

/** Times in unix ms: what is older goes. What lives or is not over at `now` never does. */
export type Clearing = {
  now: number;
  /** Quotes that only gave prices and were never followed up. */
  unpayableBefore: number;
  /** Quotes that could have been paid, with their channels and orders, and were not as far as is known. */
  unpaidBefore: number;
  /** Quotes whose swaps have ended; undefined: they stay for ever. */
  paidBefore: number | undefined;
};
export type Cleared = { prices: number; payable: number; paid: number };

export type ResumedStore = {
  /**
   * Stores a route at its index in its quote, whose other routes stay unknown; a quote that was made here, and a route
   * that is known, stay as they are. A route with an order gets the swap by which it is tracked.
   */
  resumeRoute(resumed: {
    quoteId: string;
    routeIndex: number;
    route: Record<string, unknown>;
    draft: RouteDraft;
    now: number;
  }): Promise<void>;
  /** Stores an open channel of a route once, with its swap. It is never handed out again. */
  resumeChannel(resumed: {
    quoteId: string;
    routeIndex: number;
    draft: RouteDraft;
    channel: RoutedChannel;
    now: number;
  }): Promise<void>;
};

export type Store = SwapStore &
  IntegratorStore &
  UsageStore &
  RateStore &
  SwitchStore &
  AnswerStore &
  SignInStore &
  SigningKeyStore &
  LedgerStore &
  WebhookStore & {
    /** The secret of that purpose, the same for all instances on one database. */
    sharedSecret(purpose: string): Promise<string>;
  } & ResumedStore;

type SwapStore = {
  /** One living preparation a key, whatever the number of instances; a failed or ended one makes room for the next. */
  claimPreparation(claim: PreparationClaim): Promise<Claimed<StoredPreparation>>;
  livingPreparation(
    terms: Pick<PreparationClaim, 'key' | 'now' | 'creatingSince'>,
  ): Promise<StoredPreparation | undefined>;
  /**
   * Writes the outcome, once, and returns what is stored. `creating` with a failure means that the outcome is unknown:
   * the key stays taken until the claim is stale.
   */
  settlePreparation(
    id: string,
    outcome: Pick<StoredPreparation, 'state' | 'draft' | 'livesUntil' | 'failure'>,
  ): Promise<StoredPreparation>;
  loadPreparation(id: string): Promise<StoredPreparation | undefined>;
  /** Ends a preparation that was paid or ended before its time: it is not handed out again. */
  endPreparation(id: string, now: number): Promise<void>;
  /** Ends the preparation of an order, whichever quote it was handed out with, so that the order is not paid twice. */
  endOrder(orderId: string, now: number): Promise<void>;
  /**
   * At most one living channel for a key over all instances. Living means `open` until shortly before its expiry
   * (`usableUntil`, see `reuse`), or `opening` since `openingSince`. A failed one makes room for the next. The quote
   * must be stored.
   */
  claimChannel(claim: ChannelClaim): Promise<Claimed<StoredChannel>>;
  /** What a claim of these terms would be answered, if that is a channel. */
  livingChannel(
    terms: Pick<ChannelClaim, 'key' | 'now' | 'reuse' | 'openingSince'>,
  ): Promise<StoredChannel | undefined>;
  /**
   * Writes the outcome of an opening, once, together with the swap (`hash` '') by which an opened channel is tracked;
   * returns what is stored. `opening` with a failure means that the outcome is unknown: the key stays taken until the
   * claim is stale.
   */
  settleChannel(
    id: string,
    outcome: Pick<StoredChannel, 'state' | 'channel' | 'failure'>,
    now: number,
    /** Stored together with the channel. */
    events?: readonly SwapEvent[],
  ): Promise<StoredChannel>;
  /** Ends a channel that expired before its estimate: it is not handed out again. */
  endChannel(id: string, now: number): Promise<void>;
  /** Updates the estimated end of a channel. A channel that has ended stays ended. */
  moveChannelEnd(id: string, expiresAt: number, now: number): Promise<void>;
  loadChannel(id: string): Promise<StoredChannel | undefined>;
  /** The newest opened channel of that chain with one of these deposit addresses. */
  channelAt(chain: ChainId, addresses: readonly string[]): Promise<StoredChannel | undefined>;
  /** The newest channel with this upstream id, or with this deposit address on any chain. */
  findChannel(by: { upstreamId: string } | { depositAddress: string }): Promise<StoredChannel | undefined>;
  /** The newest opened channel of a route. */
  channelOfRoute(key: { quoteId: string; routeIndex: number }): Promise<StoredChannel | undefined>;
  /** All opened channels of a route, newest first. */
  channelsOfRoute(key: { quoteId: string; routeIndex: number }): Promise<StoredChannel[]>;
  /**
   * Sets the payment's hash on the swap of a channel. False, and unchanged, where the route already has a swap with
   * that hash.
   */
  nameSwap(swapId: string, hash: string): Promise<boolean>;
  /** Records the channel through which a swap was paid. */
  setSwapChannel(swapId: string, channelId: string): Promise<void>;
  /**
   * Stores a quote. A route with an order (`orderId`) also gets the swap (`hash` '') by which it is tracked, in the
   * same write.
   */
  saveQuote(quote: StoredQuote): Promise<void>;
  loadQuote(id: string): Promise<StoredQuote | undefined>;
  /**
   * Idempotent for quote, route and hash, which is never ''; returns the stored row. Of the hashes that a `client`
   * reports, only a limited number for each quote and client is observed unasked before they are seen.
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
   * The newest swap of a route that is neither a mismatch nor unseen. One that failed or has not started is returned
   * only where there is no other.
   */
  findSwapOfRoute(key: { quoteId: string; routeIndex: number }): Promise<StoredSwap | undefined>;
  /** The same for a channel. */
  findSwapOfChannel(channelId: string): Promise<StoredSwap | undefined>;
  /** The newest swap of a route that was reported by its hash, also an unseen one; a mismatch only where there is no other. */
  findReportedSwap(key: { quoteId: string; routeIndex: number }): Promise<StoredSwap | undefined>;
  /** Returns a mismatch only where there is no other. */
  findNewestSwapByHash(hash: string, but?: { id: string }): Promise<StoredSwap | undefined>;
  /**
   * Stores each observation once by content (without `at`, except for `held` and `heldNoMore`); returns how many were
   * new.
   */
  appendObservations(swapId: string, observations: Observation[]): Promise<number>;
  observationsOf(swapId: string): Promise<Observation[]>;
  /** The same for several swaps, by id; a swap without observations is absent. */
  observationsOfAll(swapIds: readonly string[]): Promise<Map<string, Observation[]>>;
  /**
   * A final status is never overwritten. The events are stored with the status or not at all, each once for each of the
   * integrator's endpoints; the entry of the ledger likewise, once.
   */
  setSwapStatus(
    swapId: string,
    status: TrackingStatus,
    events?: readonly SwapEvent[],
    now?: number,
    entry?: LedgerEntry,
  ): Promise<void>;
  /** Stores what the last observation left for the next. */
  setSwapNotes(swapId: string, notes: { stale: boolean; trace: Record<string, unknown> | null }): Promise<void>;
  setSwapMismatch(swapId: string, mismatch: NonNullable<StoredSwap['mismatch']>): Promise<void>;
  /**
   * True for exactly one caller in each interval over all instances. An observation that does not end within a minute
   * was abandoned: it is due again then, however long the interval.
   */
  claimObservation(swapId: string, intervalMs: number, now: number): Promise<boolean>;
  /** Ends the observation that was claimed at `claimedAt`; the next is due after its interval. */
  endObservation(swapId: string, intervalMs: number, claimedAt: number): Promise<void>;
  /** Swaps that are not final, mismatched or unseen, least recently observed first. */
  openSwaps(limit: number): Promise<StoredSwap[]>;
  /** The number of open swaps by status; statuses without any are absent. */
  countOpenSwaps(): Promise<Record<string, number>>;
  /** Open swaps whose interval has passed, longest overdue first. */
  dueSwaps(now: number, limit: number): Promise<StoredSwap[]>;
  /** The same for unseen swaps, as far as they are observed unasked. */
  dueUnseenSwaps(now: number, limit: number): Promise<StoredSwap[]>;
  /** Swaps that have ended and became known since then (unix ms), without mismatches, in order of time, after `after`. */
  endedSwaps(wanted: {
    since: number;
    after: Pick<StoredSwap, 'createdAt' | 'id'> | undefined;
    limit: number;
  }): Promise<StoredSwap[]>;
  /** Deletes quotes whose time is over, with what hangs on them, in small steps; returns how many of each kind. */
  clearQuotes(clearing: Clearing): Promise<Cleared>;
  ping(): Promise<void>;
  /** Stores something as large as a quote and takes it away again. @throws where quotes cannot be stored. */
  probeWrite(): Promise<void>;
  /** Bytes on the disk: what is stored, and of the embedded database its log. */
  sizes(): Promise<{ tables: number; log?: number }>;
  /** Makes the room of deleted rows usable again. Absent for Postgres, whose server does it by itself. */
  vacuum?: () => Promise<void>;
  /**
   * Copies the embedded database into a new folder, as it is at one moment; other calls wait meanwhile.
   * @throws where the folder exists or cannot be written.
   */
  copyTo?: (folder: string) => Promise<void>;
  /**
   * The connections of this process to the database; `waiting` counts calls that wait for one. Absent for the embedded
   * database.
   */
  connections?: () => { total: number; idle: number; waiting: number };
  close(): Promise<void>;
};
