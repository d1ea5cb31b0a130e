/** Defines the differences between THORChain, Maya and their chains as data; amounts are in 1e8 of the gas asset. */
import { MAYA_CHAINS, type NodeChain, THOR_CHAINS } from './network-chains.ts';
import type { NetworkId } from './node-asset.ts';

export type NetworkConfig = {
  id: NetworkId;
  /** The node's path prefix (`/thorchain/…`), and the key of heights in `lastblock`. */
  prefix: 'thorchain' | 'mayachain';
  home: 'THOR' | 'MAYA';
  native: 'THOR.RUNE' | 'MAYA.CACAO';
  nativeDecimals: 8 | 10;
  /** USD price of the native coin in 1e8 at the world's start. */
  nativeUsd: bigint;
  /** Deducted from payouts in the native coin, in its node units. */
  nativeOutboundFee: bigint;
  nativeTxFee: bigint;
  minSlipBps: bigint;
  addedSlipBps: bigint;
  streamingMinBpFee: bigint;
  rapidMax: bigint;
  /**
   * What determines a payout's delay: the rate in native units per block, the greatest volume of one block in native
   * units, and the longest delay in blocks.
   */
  txOutDelayRate: bigint;
  minTxOutVolume: bigint;
  maxTxOutOffset: bigint;
  maxAffiliateBps: bigint;
  nodes: number;
  version: string;
  /** Height of the network at the world's start. */
  startHeight: number;
  /** Bech32 prefix of the network's mainnet accounts. */
  accountPrefix: string;
  chains: readonly NodeChain[];
};

const ONE = 100_000_000n;

export const THOR_CONFIG: NetworkConfig = {
  id: 'thor',
  prefix: 'thorchain',
  home: 'THOR',
  native: 'THOR.RUNE',
  nativeDecimals: 8,
  nativeUsd: 75_000_000n,
  nativeOutboundFee: 0n,
  nativeTxFee: 2_000_000n,
  minSlipBps: 10n,
  addedSlipBps: 0n,
  streamingMinBpFee: 5n,
  rapidMax: 3n,
  // Recorded mainnet quotes imply about 1000 RUNE per block (1 BTC = 113k RUNE waits 113 blocks).
  txOutDelayRate: 1000n * ONE,
  minTxOutVolume: 100_000n * ONE,
  maxTxOutOffset: 720n,
  maxAffiliateBps: 1000n,
  nodes: 103,
  version: '3.17.0',
  startHeight: 28_500_000,
  accountPrefix: 'thor',
  chains: THOR_CHAINS,
};

const CACAO = 10_000_000_000n;
export const MAYA_CONFIG: NetworkConfig = {
  id: 'maya',
  prefix: 'mayachain',
  home: 'MAYA',
  native: 'MAYA.CACAO',
  nativeDecimals: 10,
  nativeUsd: 25_000_000n,
  nativeOutboundFee: 2_000_000_000n,
  nativeTxFee: 2_000_000_000n,
  minSlipBps: 0n,
  addedSlipBps: 5n,
  streamingMinBpFee: 10n,
  rapidMax: 0n,
  // Recorded: the mimir TXOUTDELAYRATE is 2.5e12, 250 CACAO; scaled as for THORChain to match recorded delays.
  txOutDelayRate: 2500n * CACAO,
  minTxOutVolume: 250_000n * CACAO,
  maxTxOutOffset: 720n,
  maxAffiliateBps: 500n,
  nodes: 56,
  version: '1.124.0',
  startHeight: 15_200_000,
  accountPrefix: 'maya',
  chains: MAYA_CHAINS,
};

export const nodeChain = (config: NetworkConfig, chain: string): NodeChain | undefined =>
  config.chains.find((one) => one.chain === chain);

/** 1.5 × the observed rate: the node's own factor for inbound payments. */
export const gasRate = (chain: NodeChain): bigint => (chain.observedFeeRate * 3n) / 2n;
