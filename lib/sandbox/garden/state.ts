/** The emulated Garden as one value: orders, policy and the solver's books, plain JSON with bigints, saved whole. */
import type { ChainId } from '../../domain/chain-id.ts';
import type { World } from '../ledger.ts';
import { ASSETS, type AssetState, seedAssets } from './assets.ts';

/** `height` 0: it waits for a block. `at` is unix ms: when it was first known. */
export type Tx = { hash: string; height: number; at: number };

export type Lock = Tx & {
  /** What tells this lock from others: the contract's order id (hex without 0x), or `txid:vout`. */
  ref: string;
  amount: bigint;
};

/** One half of a swap. */
export type Side = {
  assetId: string;
  /** Contract; empty on Bitcoin. */
  htlc: string;
  /** As the order shows them: accounts on EVM; on Bitcoin an address, or the solver's x-only key. */
  initiator: string;
  redeemer: string;
  /** Bitcoin: the x-only key that signs for the user. */
  delegate?: string;
  timelock: number;
  amount: bigint;
  secretHash: string;
  /** The contract's order id (hex without 0x), or the address that the script tree makes. */
  swapId: string;
  requiredConfirmations: number;
  /** Of a whole coin when the order was made, in dollars. */
  price: number;
  locks: Lock[];
  redeem?: Tx;
  refund?: Tx;
  /** Every lock that went back. */
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
  /** What the solver made of the deposit: it fills, or the user's money goes back. Final, and saved before anything is sent. */
  decision?: 'fill' | 'refund' | 'instant';
  /** When the deposit had its confirmations, unix ms. */
  confirmedAt?: number;
  /** The secret was or may have been shown: from now on the solver never takes its lock back. */
  revealed?: boolean;
  /** What the solver's lock took from its account, fee included; absent until it was sent. */
  spent?: bigint;
  /** What the solver got on the source chain, less what it paid there. */
  claimed?: bigint;
  /** The solver's own lock came back. */
  recovered?: boolean;
  /** The user's signature for an instant refund, hex. */
  instantSignature?: string;
  /** Nothing will happen any more. */
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
  /** What the solver owns of each asset and has not locked. */
  stock: Record<string, bigint>;
  /** Height up to which each EVM chain's logs were read. */
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

/** A switch of the emulator; undefined when off. They are listed in controls.ts. */
export const fault = (garden: Pick<Garden, 'world'>, kind: string): Record<string, unknown> | undefined =>
  garden.world.faults.get(TARGET, kind);

const STABLES = ASSETS.map(({ id }) => id).filter((id) => /:usd[ct]$/.test(id));

/** As on the public network in autumn 2026: stablecoins against Bitcoin are closed. */
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

/** @throws {Error} for an asset that does not exist. */
export function assetState(state: GardenState, id: string): AssetState {
  const found = state.assets[id];
  if (found === undefined) throw new Error(`no asset ${id}`);
  return found;
}

export const orderById = (state: GardenState, id: string): Order | undefined =>
  state.orders.find((order) => order.id === id.toLowerCase().replace(/^0x/, ''));

/** A deposit has to be seen within this time, and confirmed within the other. Source: docs.garden.finance, order lifecycle. */
export const DEADLINE_MS = 3_600_000;
export const CONFIRM_MS = 12 * 3_600_000;
