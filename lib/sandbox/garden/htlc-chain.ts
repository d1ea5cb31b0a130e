/**
 * Defines what the emulated Garden does on a chain of any kind: observes locks, makes them, opens them by the secret or
 * takes them back.
 */
import type { ChainId } from '../../domain/chain-id.ts';
import type { GardenAsset } from './assets.ts';
import type { Garden, Lock, Side } from './state.ts';

export type Sent = { hash: string; amount: bigint };

/**
 * Every transaction has a key, and each key sends one transaction. A refusal by the chain is thrown, and tried again.
 */
export type HtlcChain = {
  chain: ChainId;
  /** Undefined until the chain has started. */
  height(): number | undefined;
  /** The solver's name in orders: its account, or its x-only key. */
  solver(): string;
  /** Bitcoin only: the key that signs for users who give none, x-only hex. */
  delegate(): string | undefined;
  /** Gives the solver its stock and what it needs to act. Returns whether anything was given. */
  fund(garden: Garden): Promise<boolean>;
  isAddress(text: string): boolean;
  /** The swap's id: the contract's order id, or the address of the script tree. */
  swapId(side: Omit<Side, 'swapId'>): string;
  /** Records in the sides what the chain shows of them. Returns whether anything was new. */
  observe(garden: Garden, sides: readonly Side[]): Promise<boolean>;
  /** Locks the solver's own coins. */
  lock(key: string, side: Side): Promise<Sent>;
  /** Opens a lock for the user, who receives the whole amount. */
  redeem(key: string, side: Side, lock: Lock, secret: string): Promise<Sent>;
  /** Opens a lock for the solver; a fee may be deducted. */
  claim(key: string, side: Side, lock: Lock, secret: string): Promise<Sent>;
  /** Takes back an expired lock. */
  refund(key: string, side: Side, lock: Lock): Promise<Sent>;
  /** Takes back a lock before it expires; `signature` is the user's, if they hold their own key. */
  instantRefund(key: string, side: Side, lock: Lock, signature?: string): Promise<Sent>;
  /** The digests that the user would sign for an instant refund, hex. */
  instantDigests(side: Side, lock: Lock): string[];
  /** Whether Garden can sign for the user. */
  signsForUser(side: Side): boolean;
  /** Whether the lock has expired by the next block. */
  isOver(side: Side, lock: Lock): boolean;
  /** Requests blocks until the lock expires. */
  awaitEnd(side: Side, lock: Lock): void;
  /** EVM tokens only: the owner's allowance for `spender`. */
  allowance?(asset: GardenAsset, owner: string, spender: string): Promise<bigint>;
  /** EVM tokens only: locks the user's tokens by their signature. */
  initiateSigned?(key: string, side: Side, signature: string): Promise<Sent>;
  /** An account's balance; by default the solver's. */
  balance(asset: GardenAsset, account?: string): Promise<bigint>;
};
