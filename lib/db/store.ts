/** What Portage remembers, as functions named by intent; one implementation serves PGlite and Postgres. */
import type { ChainId } from '../domain/chain-id.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { Observation, TrackingStatus } from '../domain/swap-status.ts';

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
};

export type StoredSwap = {
  id: string;
  quoteId: string;
  routeIndex: number;
  /** Canonical for its chain. */
  hash: string;
  chain: ChainId;
  /** Unix ms. */
  createdAt: number;
  /** Derived status as last stored, for finding open swaps. */
  status: TrackingStatus;
  lastObservedAt: number | null;
  /** The payment was found not to belong to the quote; its facts never touch the quote's state. */
  mismatch: { field: string; expected: string; actual: string }[] | null;
  /** At the last observation an upstream could not be asked. */
  stale: boolean;
  /** What the payment's chain said of it that tells a replacement later; JSON. */
  trace: Record<string, unknown> | null;
};

export type Store = {
  saveQuote(quote: StoredQuote): Promise<void>;
  loadQuote(id: string): Promise<StoredQuote | undefined>;
  /** Idempotent per quote, route and hash; answers the stored row. */
  recordSwap(swap: {
    quoteId: string;
    routeIndex: number;
    hash: string;
    chain: ChainId;
    now: number;
  }): Promise<StoredSwap>;
  findSwap(key: { quoteId: string; routeIndex: number; hash: string }): Promise<StoredSwap | undefined>;
  /** Newest swap of a route that is not a mismatch; one that failed or was never seen only where there is no other. */
  findSwapOfRoute(key: { quoteId: string; routeIndex: number }): Promise<StoredSwap | undefined>;
  /** A mismatch only where there is nothing else. */
  findNewestSwapByHash(hash: string): Promise<StoredSwap | undefined>;
  /** Stores each observation once by content (`at` aside, but for `held` and `heldNoMore`); answers how many were new. */
  appendObservations(swapId: string, observations: Observation[]): Promise<number>;
  observationsOf(swapId: string): Promise<Observation[]>;
  /** A final status is never overwritten. */
  setSwapStatus(swapId: string, status: TrackingStatus): Promise<void>;
  /** Keeps what the last observation left behind. */
  setSwapNotes(swapId: string, notes: { stale: boolean; trace: Record<string, unknown> | null }): Promise<void>;
  setSwapMismatch(swapId: string, mismatch: NonNullable<StoredSwap['mismatch']>): Promise<void>;
  /** True for exactly one caller per interval, whatever the number of instances. */
  claimObservation(swapId: string, intervalMs: number, now: number): Promise<boolean>;
  /** Not final, not mismatched, oldest observation first. */
  openSwaps(limit: number): Promise<StoredSwap[]>;
  /** Open swaps whose last claimed interval has passed, longest overdue first. */
  dueSwaps(now: number, limit: number): Promise<StoredSwap[]>;
  /** Deletes quotes older than `before` that have no swap; answers how many. */
  clearUnpaidQuotes(before: number): Promise<number>;
  ping(): Promise<void>;
  close(): Promise<void>;
};
