/** What the emulated Garden does on a chain, whatever kind it is: sees locks, makes them, opens them by the secret or takes them back. */
import type { ChainId } from '../../domain/chain-id.ts';
import type { GardenAsset } from './assets.ts';
import type { Garden, Lock, Side } from './state.ts';

export type Sent = { hash: string; amount: bigint };

/** Every sending has a key: the same key sends one transaction. What a chain refuses now is thrown, and tried again. */
export type HtlcChain = {
  chain: ChainId;
  /** Undefined while the chain has not started. */
  height(): number | undefined;
  /** How orders name the solver here: its account, or its x-only key. */
  solver(): string;
  /** Bitcoin: the key that signs for users who give none, x-only hex. */
  delegate(): string | undefined;
  /** Gives the solver its stock, and what it needs to act. True when something was given. */
  fund(garden: Garden): Promise<boolean>;
  isAddress(text: string): boolean;
  /** The swap's id: the contract's order id, or the address of the script tree. */
  swapId(side: Omit<Side, 'swapId'>): string;
  /** Writes into the sides what the chain has seen of them. True when something is new. */
  observe(garden: Garden, sides: readonly Side[]): Promise<boolean>;
  /** Locks the solver's own coins. */
  lock(key: string, side: Side): Promise<Sent>;
  /** Opens a lock for the user; the whole amount arrives. */
  redeem(key: string, side: Side, lock: Lock, secret: string): Promise<Sent>;
  /** Opens a lock for the solver; what arrives is less by a fee where the chain takes one. */
  claim(key: string, side: Side, lock: Lock, secret: string): Promise<Sent>;
  /** Takes back what ran out. */
  refund(key: string, side: Side, lock: Lock): Promise<Sent>;
  /** Takes back before its time; `signature` is the user's where they hold their own key. */
  instantRefund(key: string, side: Side, lock: Lock, signature?: string): Promise<Sent>;
  /** Digests that the user would sign for that, hex. */
  instantDigests(side: Side, lock: Lock): string[];
  /** Whether Garden can sign in the user's place. */
  signsForUser(side: Side): boolean;
  /** Whether the lock's time is over in the next block. */
  isOver(side: Side, lock: Lock): boolean;
  /** Asks for blocks until a lock's time is over. */
  awaitEnd(side: Side, lock: Lock): void;
  /** EVM tokens: what `spender` may take of the owner's. */
  allowance?(asset: GardenAsset, owner: string, spender: string): Promise<bigint>;
  /** EVM tokens: locks the user's coins by their signature. */
  initiateSigned?(key: string, side: Side, signature: string): Promise<Sent>;
  /** What an account owns; the solver's without one. */
  balance(asset: GardenAsset, account?: string): Promise<bigint>;
};
