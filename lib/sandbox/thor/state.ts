/**
 * Defines the complete state of one emulated network: plain JSON with bigints, so that a dump and a load give the same
 * network.
 */
import type { Depths } from './math.ts';

/** `name` is the asset as the node prints it; `asset` and `native` are the two depths. */
export type Pool = Depths & {
  name: string;
  status: 'Available' | 'Staged' | 'Suspended';
  /** Decimals on its own chain; `decimals` is what the node rounds to, 0 if it does not. */
  chainDecimals: number;
  /** Fees that left the pool and return to it as rewards. */
  income: bigint;
  /** The price towards which arbitrage moves the pool: native units per 1e8 asset units, times 1e12. */
  marketPrice: bigint;
  volumeNative: bigint;
};

export type Vault = {
  name: string;
  status: 'active' | 'retiring' | 'inactive';
  sinceHeight: number;
  retireAtHeight?: number;
};

export type Coin = { asset: string; amount: bigint; decimals?: number };

export type Progress = {
  asset: string;
  destination: string;
  limit: bigint;
  interval: bigint;
  quantity: bigint;
  count: bigint;
  lastHeight: number;
  deposit: bigint;
  in: bigint;
  out: bigint;
  failed: { at: bigint; reason: string }[];
  /** Liquidity fees in native units; `slipBps` is the greatest slip of a leg. */
  feeNative: bigint;
  slipBps: bigint;
};

export type OutboundState = 'scheduled' | 'signed';
export type Outbound = {
  /** The payout's key: unique per inbound and outbound. */
  key: string;
  chain: string;
  vault: string;
  to: string;
  coin: Coin;
  memo: string;
  refund: boolean;
  affiliate: boolean;
  /** Native value, which determines the order and the load of the queue. */
  value: bigint;
  scheduledHeight: number;
  state: OutboundState;
  /** As the node prints it; 64 zeros for native payouts. */
  txId?: string;
  signedHeight?: number;
  signedAt?: number;
  gas?: Coin;
  fromAddress?: string;
};

export type Inbound = {
  id: string;
  chain: string;
  from: string;
  to: string;
  vault: string;
  coin: Coin;
  gas?: Coin;
  memo: string;
  externalHeight: number;
  /** The external height from which it is final; equal to `externalHeight` if no confirmations are counted. */
  finaliseExternalHeight: number;
  native: boolean;
  firstSeenHeight: number;
  consensusHeight?: number;
  finalisedHeight?: number;
  finalisedAt?: number;
  /** The number of nodes that saw it before it was final; the next field counts those after. */
  preCount: number;
  finalCount: number;
  isSwap: boolean;
  progress?: Progress;
  /** Whether the memo was processed. */
  handled: boolean;
  queued: boolean;
  outbounds: Outbound[];
  /** Why money was refunded or kept. */
  refundReason?: string;
  failedReason?: string;
  outboundHeight?: number;
  affiliates: { name: string; bps: bigint }[];
  refundAddress?: string;
};

export type NameRecord = {
  name: string;
  owner: string;
  expireHeight: number;
  preferredAsset: string;
  collected: bigint;
  /** Maya only: the name's own default. */
  affiliateBps?: bigint;
  aliases: { chain: string; address: string }[];
};

export type NetworkState = {
  height: number;
  pools: Pool[];
  mimir: Record<string, number>;
  vaults: Vault[];
  nextVault: number;
  observed: Record<string, number>;
  inbounds: Inbound[];
  names: NameRecord[];
  lastSigned: number;
  reserve: bigint;
  funded: string[];
  marketOn: boolean;
};

export const poolOf = (state: NetworkState, asset: string): Pool | undefined =>
  state.pools.find((pool) => pool.name === asset);
export const inboundOf = (state: NetworkState, id: string): Inbound | undefined =>
  state.inbounds.find((one) => one.id === id);
export const activeVault = (state: NetworkState): Vault => {
  const vault = state.vaults.findLast((one) => one.status === 'active');
  if (!vault) throw new Error('a network always has an active vault');
  return vault;
};
