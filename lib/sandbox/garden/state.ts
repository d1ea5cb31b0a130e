/**
 * Defines the whole state of the emulated Garden, orders, policy and the solver's books: plain JSON with bigints, saved
 * as one value.
 */
import type { ChainId } from '../../domain/chain-id.ts';
import type { World } from '../ledger.ts';
import { ASSETS, type AssetState, seedAssets } from './assets.ts';

/** `height` 0 means unconfirmed. `at`, Unix milliseconds, is when it was first observed. */
export type Tx = { hash: string; height: number; at: number };

export type Lock = Tx & {
  /** Identifies the lock: the contract's order id (hex without 0x), or `txid:vout`. */
  ref: string;
  amount: bigint;
};

/** One half of a swap. */
export type Side = {
  assetId: string;
  /** The contract; empty on Bitcoin. */
  htlc: string;
  /** As orders show them: accounts on EVM; on Bitcoin an address, or the solver's x-only key. */
  initiator: string;
  redeemer: string;
  /** Bitcoin only: the x-only key that signs for the user. */
  delegate?: string;
  timelock: number;
  amount: bigint;
  secretHash: string;
  /** The contract's order id (hex without 0x), or the address of the script tree. */
  swapId: string;
  requiredConfirmations: number;
  /** Dollars per whole coin when the order was created. */
  price: number;
  locks: Lock[];
  redeem?: Tx;
  refund?: Tx;
  /** Refs of all refunded locks. */
  returned: string[];
};

export type AffiliateFee = { asset: string; address: string; fee: number };

export type Order = {
  id: string;
  number: number;
  createdAt: number;
  source: Side;
  destination: Side;
  /** Hex. Absent while only the user knows it. */
  secret?: string;
  nonce: string;
  affiliateFees: AffiliateFee[];
  slippage?: number;
  solverId: string;
  /**
   * The solver's decision about the deposit: to fill the order or to refund the user. Final, and saved before anything
   * is sent.
   */
  decision?: 'fill' | 'refund' | 'instant';
  /** When the deposit had its confirmations, Unix milliseconds. */
  confirmedAt?: number;
  /** The secret was revealed, or may have been: from now on the solver never takes its lock back. */
  revealed?: boolean;
  /** The amount that the solver's lock took from its account, including the fee; absent until it was sent. */
  spent?: bigint;
  /** The solver's receipts on the source chain, less its costs there. */
  claimed?: bigint;
  /** The solver's own lock was taken back. */
  recovered?: boolean;
  /** The user's signature for an instant refund, hex. */
  instantSignature?: string;
  /** Nothing more will happen. */
  closed?: boolean;
};

export type Policy = {
  default: 'open' | 'closed';
  isolation_groups: string[];
  blacklist_pairs: string[];
  whitelist_overrides: string[];
};

export type GardenState = {
  nextOrder: number;
  orders: Order[];
  assets: Record<string, AssetState>;
  policy: Policy;
  /** The solver's unlocked stock of each asset. */
  stock: Record<string, bigint>;
  /** The height up to which each EVM chain's logs were read. */
  observed: Partial<Record<ChainId, number>>;
  /** What was given at the start: assets, accounts and allowances. */
  funded: string[];
};

export type Garden = {
  readonly world: World;
  state: GardenState;
  save(): void;
};

export const TARGET = 'garden';
export const SOLVER_ID = 'garden-sandbox-solver';

/** A fault of the emulator; undefined when off. They are listed in controls.ts. */
export const fault = (garden: Pick<Garden, 'world'>, kind: string): Record<string, unknown> | undefined =>
  garden.world.faults.get(TARGET, kind);

const STABLES = ASSETS.map(({ id }) => id).filter((id) => /:usd[ct]$/.test(id));

/** As on the public network in autumn 2026: pairs of stablecoins and Bitcoin are closed. */
const seedPolicy = (): Policy => ({
  default: 'open',
  isolation_groups: [],
  blacklist_pairs: [
    ...STABLES.map((id) => `${id} <-> bitcoin:btc`),
    'ethereum:usdt -> *',
    '* -> ethereum:usdt',
    'bnbchain:btcb <-> arbitrum:*',
  ],
  whitelist_overrides: [],
});

export const seedState = (): GardenState => ({
  nextOrder: 1,
  orders: [],
  assets: seedAssets(),
  policy: seedPolicy(),
  stock: {},
  observed: {},
  funded: [],
});

/** @throws {Error} for an unknown asset. */
export function assetState(state: GardenState, id: string): AssetState {
  const found = state.assets[id];
  if (found === undefined) throw new Error(`no asset ${id}`);
  return found;
}

export const orderById = (state: GardenState, id: string): Order | undefined =>
  state.orders.find((order) => order.id === id.toLowerCase().replace(/^0x/, ''));

/**
 * A deposit must be seen within the first time, and confirmed within the second. Source: docs.garden.finance, order
 * lifecycle.
 */
export const DEADLINE_MS = 3_600_000;
export const CONFIRM_MS = 12 * 3_600_000;
