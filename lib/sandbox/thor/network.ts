/**
 * Combines the rules and the state of one emulated network, and answers the questions that all parts ask of either
 * network.
 */
import { isChainId } from '../../domain/chain-id.ts';
import type { Ledger, World } from '../ledger.ts';
import { assetInNative, floorToDecimals, type LegRules, nativeInAsset } from './math.ts';
import type { NodeChain } from './network-chains.ts';
import { type NetworkConfig, nodeChain } from './network-config.ts';
import {
  formatNodeAsset,
  layer1Of,
  type NodeAsset,
  nodeAsset,
  type PoolName,
  paidOn,
  sameNodeAsset,
} from './node-asset.ts';
import { activeVault, type NetworkState, type Pool, poolOf, type Vault } from './state.ts';

export type Network = {
  readonly config: NetworkConfig;
  readonly world: World;
  state: NetworkState;
  /** When the last block was made before the node went stale. */
  stoppedAt?: number;
  /** Set where a node of one operator answers: 1 or 2. */
  operator?: number;
};

/** The name under which faults of this network are set: that of its node. */
export const upstreamOf = (network: Network): 'thornode' | 'mayanode' =>
  network.config.id === 'thor' ? 'thornode' : 'mayanode';

/** Of the network's nodes, or of the one operator's that answers. */
export const fault = (network: Network, kind: string): Record<string, unknown> | undefined =>
  network.world.faults.get(upstreamOf(network), kind) ??
  (network.operator === undefined
    ? undefined
    : network.world.faults.get(`${upstreamOf(network)}-${network.operator}`, kind));

/** The network as a node of one operator sees it. */
export const nodeOf = (network: Network, operator: number): Network => ({
  config: network.config,
  world: network.world,
  operator,
  get state() {
    return network.state;
  },
});

/**
 * Unix milliseconds. Blocks come by chain time, which does not pass while the world is held, so the latest block is
 * always of this moment.
 */
export function latestBlockAt(network: Network): number {
  const stale = fault(network, 'stale');
  if (!stale) {
    delete network.stoppedAt;
    return network.world.clock.now();
  }
  network.stoppedAt ??= network.world.clock.now() - Number(stale.seconds ?? 0) * 1000;
  return network.stoppedAt;
}

export const ledgerOf = (network: Network, chain: string): Ledger | undefined =>
  isChainId(chain) ? network.world.ledgers[chain] : undefined;

export const isNative = (network: Network, asset: NodeAsset): boolean =>
  formatNodeAsset(asset) === network.config.native;

/** The pool of the layer 1 form of an asset. */
export const poolFor = (network: Network, asset: NodeAsset): Pool | undefined =>
  poolOf(network.state, formatNodeAsset(layer1Of(asset)));

export const poolNames = (network: Network): PoolName[] =>
  network.state.pools.map((pool) => ({
    asset: nodeAsset(pool.name),
    available: pool.status === 'Available',
    depth: pool.native,
  }));

export const legRules = (config: NetworkConfig): LegRules =>
  config.id === 'thor'
    ? { style: 'thor', minSlipBps: config.minSlipBps }
    : { style: 'maya', addedBps: config.addedSlipBps };

const mimirOn = (network: Network, key: string): boolean => {
  const value = network.state.mimir[key] ?? 0;
  return value > 0 && value <= Math.max(network.state.height, 1);
};

/** Whether the chain is neither observed nor paid out on. A chain without a local ledger is always halted. */
export function isChainHalted(network: Network, chain: string): boolean {
  if (chain === network.config.home) return mimirOn(network, 'HALTCHAINGLOBAL') || !ledgerOf(network, chain);
  return (
    mimirOn(network, 'HALTCHAINGLOBAL') ||
    mimirOn(network, `HALT${chain}CHAIN`) ||
    network.world.faults.get(chain, 'halt') !== undefined ||
    !ledgerOf(network, chain)
  );
}

export const isGloballyPaused = (network: Network): boolean =>
  mimirOn(network, 'HALTTRADING') || fault(network, 'pauseTrading') !== undefined;

export function isChainPaused(network: Network, chain: string): boolean {
  const paused = fault(network, 'pauseChain');
  return mimirOn(network, `HALT${chain}TRADING`) || (paused !== undefined && (!paused.chain || paused.chain === chain));
}

export const isTradingHalted = (network: Network, ...chains: string[]): boolean =>
  isGloballyPaused(network) || chains.some((chain) => isChainHalted(network, chain) || isChainPaused(network, chain));

/** Whether payouts on this chain are left unsigned. */
export function isSigningHalted(network: Network, chain: string): boolean {
  const held = fault(network, 'holdOutbounds');
  return (
    isChainHalted(network, chain) ||
    mimirOn(network, 'HALTSIGNING') ||
    mimirOn(network, `HALTSIGNING${chain}`) ||
    (held !== undefined && (!held.chain || held.chain === chain))
  );
}

/** The value in the native coin; 0 without a pool. */
export function valueInNative(network: Network, asset: NodeAsset, amount: bigint): bigint {
  if (isNative(network, asset)) return amount;
  const pool = poolFor(network, asset);
  return pool ? assetInNative(pool, amount) : 0n;
}

/** Converts through the pools; undefined if one is missing (`pool does not exist`). */
export function convert(network: Network, from: NodeAsset, amount: bigint, to: NodeAsset): bigint | undefined {
  if (sameNodeAsset(from, to)) return amount;
  let value = amount;
  if (!isNative(network, from)) {
    const pool = poolFor(network, from);
    if (!pool || pool.native === 0n) return undefined;
    value = assetInNative(pool, value);
  }
  if (isNative(network, to)) return value;
  const pool = poolFor(network, to);
  if (!pool || pool.native === 0n) return undefined;
  return nativeInAsset(pool, value);
}

/** The cost of one payout of this asset, in the asset. */
export function outboundFee(network: Network, asset: NodeAsset): bigint {
  const { config } = network;
  if (paidOn(asset, config.home) === config.home) {
    if (isNative(network, asset) || config.nativeOutboundFee === 0n)
      return isNative(network, asset) ? config.nativeOutboundFee : 0n;
    const pool = poolFor(network, asset);
    return pool ? nativeInAsset(pool, config.nativeOutboundFee) : 0n;
  }
  const chain = nodeChain(config, asset.chain);
  if (!chain) return 0n;
  const gasPool = poolOf(network.state, chain.gasAsset);
  const fee = floorToDecimals(chain.outboundFee, gasPool?.decimals ?? 0);
  if (formatNodeAsset(asset) === chain.gasAsset) return fee;
  const pool = poolFor(network, asset);
  return gasPool && pool ? nativeInAsset(pool, assetInNative(gasPool, fee)) : 0n;
}

export const dustOf = (network: Network, chain: string): bigint => nodeChain(network.config, chain)?.dust ?? 0n;

export const vaultAddress = (network: Network, vault: Vault, chain: NodeChain): string =>
  ledgerOf(network, chain.chain)?.vaultAddress(vault.name) ??
  chain.placeholder ??
  `sandbox-has-no-${chain.chain.toLowerCase()}-vault`;

/** The present address for payments on a chain; undefined for the network's own chain. */
export function inboundAddress(network: Network, chain: string): { address: string; router?: string } | undefined {
  const found = nodeChain(network.config, chain);
  if (!found) return undefined;
  const router = found.kind === 'evm' ? ledgerOf(network, chain)?.routerAddress?.(network.config.id) : undefined;
  return { address: vaultAddress(network, activeVault(network.state), found), ...(router ? { router } : {}) };
}
