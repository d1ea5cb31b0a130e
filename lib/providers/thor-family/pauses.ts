/** Derives from the node's flags and switches on which chains the family trades now. */
import type { ChainId } from '../../domain/chain-id.ts';
import type { ChainTrade } from '../provider.ts';
import type { FamilyConfig } from './config.ts';
import { haltOfChain, type NetworkState } from './network-state.ts';
import { listedAssets, whyUnavailable } from './tokens.ts';

/**
 * A chain counts as stopped when no asset listed on it can be swapped: it is halted or paused, or all of its pools
 * are. Source: THORNode and MAYANode `/inbound_addresses`, `/pools`, `/mimir`.
 */
export function pausesOf(config: FamilyConfig, state: NetworkState): ChainTrade[] {
  const byChain = new Map<ChainId, (string | undefined)[]>();
  for (const asset of listedAssets(config, state)) {
    const reasons = byChain.get(asset.chain) ?? [];
    reasons.push(whyUnavailable(config, state, asset));
    byChain.set(asset.chain, reasons);
  }
  // The node repeats the flag for all trading in the entry of each chain but its own.
  const allPaused = [...state.inbound.values()].some((entry) => entry.global_trading_paused);
  return [...byChain].map(([chain, reasons]) => {
    const isHome = chain === config.nativeChain;
    const everywhere = isHome && allPaused ? `Trading on ${config.title} is paused at the moment.` : undefined;
    const first = reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
    const stopped = everywhere ?? haltOfChain(config, state, chain) ?? first;
    return stopped === undefined ? { chain } : { chain, stopped };
  });
}
