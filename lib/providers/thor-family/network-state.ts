/** Shares the network's current state (pools, vaults, halts, prices) among all requests, never older than allowed. */
import { isWithin } from '../../domain/is-within.ts';
import { timeLimit } from '../../domain/time-limit.ts';
import { createSnapshot, type Snapshot } from '../snapshot.ts';
import type { FamilyClient } from './client.ts';
import {
  BACKGROUND_MAX_AGE_MS,
  BLOCK_MAX_AGE_MS,
  BLOCK_PATIENCE_MS,
  type FamilyConfig,
  KEEP_WARM_MS,
  OPERATOR_PATIENCE_MS,
  POOLS_MAX_AGE_MS,
  REFRESH_MS,
} from './config.ts';
import { blockTime, createHeightWatch, type LatestBlock, standstillOf } from './latest-block.ts';
import type { LastBlock, Mimir, NodeNetwork, NodePool } from './upstream-schemas.ts';
import { createVaultSource, type InboundChains, type VaultSource } from './vaults.ts';

export type NetworkState = {
  /** By upper-case asset. */
  pools: ReadonlyMap<string, NodePool>;
  /** By chain. The family's own chain is never among them. */
  inbound: InboundChains;
  /** The rest is descriptive; undefined while it is unavailable. */
  mimir?: Mimir;
  network?: NodeNetwork;
  lastBlock?: readonly LastBlock[];
  latest?: LatestBlock;
};

export type NetworkStateSource = {
  /** @throws {ProviderError} when no pools or vaults are young enough. */
  now(signal?: AbortSignal): Promise<NetworkState>;
  /** With the vaults fetched now: after a churn the known ones are wrong. */
  withFreshVaults(signal?: AbortSignal): Promise<NetworkState>;
  witnesses: VaultSource['witnesses'];
};

function createStateReader(config: FamilyConfig, client: FamilyClient, now: () => number): NetworkStateSource {
  const options = { refreshMs: REFRESH_MS, keepWarmMs: KEEP_WARM_MS, now };
  const pools = createSnapshot(async () => {
    const list = await client.pools();
    return new Map(list.map((pool) => [pool.asset.toUpperCase(), pool]));
  }, options);
  const inbound = createVaultSource(config, client.operators, now);
  const mimirs = client.operators.map((one) => createSnapshot(one.mimir, options));
  const lastBlock = createSnapshot(() => client.lastBlock(), options);
  const watch = createHeightWatch(now);
  const latest = createSnapshot(async (): Promise<LatestBlock | undefined> => {
    const block = await client.block(timeLimit(BLOCK_PATIENCE_MS)).catch(() => undefined);
    const at = blockTime(block?.header.time);
    if (block && at !== undefined) return { height: block.header.height, at, askedAt: now() };
    const height = heightOf(await lastBlock.get({ maxAgeMs: 0 }));
    return height === undefined ? undefined : watch(height);
  }, options);
  const network = config.variant === 'thor' ? createSnapshot(() => client.network(), options) : undefined;

  const describing = async <T>(
    snapshot: Snapshot<T> | undefined,
    signal?: AbortSignal,
    maxAgeMs = BACKGROUND_MAX_AGE_MS,
    patienceMs?: number,
  ): Promise<T | undefined> => {
    if (!snapshot) return undefined;
    try {
      return await snapshot.get({ maxAgeMs, signal, patienceMs });
    } catch (error) {
      if (signal?.aborted) throw error;
      return snapshot.peek();
    }
  };

  /** An operator that hangs is not waited for once others have answered. */
  async function mimirOfAll(signal?: AbortSignal): Promise<Mimir | undefined> {
    const patienceMs = mimirs.length > 1 ? OPERATOR_PATIENCE_MS.known : undefined;
    const all = await Promise.all(mimirs.map((one) => describing(one, signal, BACKGROUND_MAX_AGE_MS, patienceMs)));
    return strictestMimir(all.filter((one) => one !== undefined));
  }

  async function read(vaults: Promise<InboundChains>, signal?: AbortSignal): Promise<NetworkState> {
    const withSignal = signal ? { signal } : {};
    const [poolMap, inboundMap, mimirMap, networkFacts, blocks, newest] = await Promise.all([
      pools.get({ maxAgeMs: POOLS_MAX_AGE_MS, ...withSignal }),
      vaults,
      mimirOfAll(signal),
      describing(network, signal),
      describing(lastBlock, signal),
      describing(latest, signal, BLOCK_MAX_AGE_MS, BLOCK_PATIENCE_MS).catch(() => latest.peek()),
    ]);
    return {
      pools: poolMap,
      inbound: inboundMap,
      ...(mimirMap ? { mimir: mimirMap } : {}),
      ...(networkFacts ? { network: networkFacts } : {}),
      ...(blocks ? { lastBlock: blocks } : {}),
      ...(newest ? { latest: newest } : {}),
    };
  }

  return {
    now: (signal) => read(inbound.now(signal), signal),
    withFreshVaults: (signal) => read(inbound.fresh(signal), signal),
    witnesses: inbound.witnesses,
  };
}

/** Put together anew this often at most: it does not change faster, and four quotes a request ask for it. */
const STATE_MS = 250;

export function createNetworkState(config: FamilyConfig, client: FamilyClient, now: () => number): NetworkStateSource {
  const source = createStateReader(config, client, now);
  let last: { state: NetworkState; at: number } | undefined;
  const remembered = async (reading: Promise<NetworkState>): Promise<NetworkState> => {
    const at = now();
    const state = await reading;
    last = { state, at };
    return state;
  };
  return {
    ...source,
    async now(signal) {
      signal?.throwIfAborted();
      return last && isWithin(STATE_MS, last.at, now()) ? last.state : remembered(source.now(signal));
    },
    withFreshVaults: (signal) => remembered(source.withFreshVaults(signal)),
  };
}

/** The node's own block height, where it is known. */
export const nodeHeight = (state: NetworkState): number | undefined => heightOf(state.lastBlock);

const heightOf = (blocks: readonly LastBlock[] | undefined): number | undefined =>
  blocks?.[0]?.thorchain ?? blocks?.[0]?.mayachain;

/** Every switch at its strictest: the lowest value above 0 that an operator reports. */
function strictestMimir(all: readonly Mimir[]): Mimir | undefined {
  if (all.length < 2) return all[0];
  const merged = new Map<string, number>();
  for (const [key, value] of all.flatMap((one) => [...one])) {
    const known = merged.get(key) ?? 0;
    merged.set(key, known > 0 && value > 0 ? Math.min(known, value) : Math.max(known, value));
  }
  return merged;
}

/**
 * A switch of the network: 0 or absent is off, 1 is on, a height is on from that height. Source: x/thorchain,
 * isChainHalted.
 */
function isSwitchedOn(state: NetworkState, key: string): boolean {
  const value = state.mimir?.get(key) ?? 0;
  const height = nodeHeight(state);
  return value > 0 && (height === undefined || value <= height);
}

/**
 * Why nothing can be swapped from or to this chain now, or undefined. All three flags and the network's own switches
 * count.
 */
export function haltOfChain(config: FamilyConfig, state: NetworkState, chain: string): string | undefined {
  const standstill = standstillOf(config, state.latest);
  if (standstill !== undefined) return standstill;
  const entry = state.inbound.get(chain);
  if (entry?.global_trading_paused || isSwitchedOn(state, 'HALTTRADING'))
    return `Trading on ${config.title} is paused at the moment.`;
  if (entry?.halted || isSwitchedOn(state, 'HALTCHAINGLOBAL') || isSwitchedOn(state, `HALT${chain}CHAIN`))
    return `${config.title} has halted ${chain} at the moment.`;
  if (entry?.chain_trading_paused || isSwitchedOn(state, `HALT${chain}TRADING`))
    return `${config.title} has paused trading of ${chain} at the moment.`;
  return entry?.unwitnessed;
}

/** Why payouts to this chain are not being signed now, or undefined. */
export function signingHaltOf(config: FamilyConfig, state: NetworkState, chain: string): string | undefined {
  const halted = ['HALTSIGNING', `HALTSIGNING${chain}`, `HALT${chain}SIGNING`].some((key) => isSwitchedOn(state, key));
  return halted ? `${config.title} signs no payouts to ${chain} at the moment.` : undefined;
}
