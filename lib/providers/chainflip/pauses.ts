/** Derives for every chain that Chainflip reaches whether assets can be sold or bought there now. */

import type { ChainId } from '../../domain/chain-id.ts';
import { CF_ASSETS } from '../../payments/chainflip/assets.ts';
import type { ChainTrade } from '../provider.ts';
import type { NetworkState, NetworkStateSource } from './network-state.ts';
import { whyUnavailable } from './tokens.ts';

/** A chain counts as stopped where deposits and payouts of all its assets are switched off. */
export function pausesOf(source: Pick<NetworkStateSource, 'lists'>, state: NetworkState): ChainTrade[] {
  const byChain = new Map<ChainId, (string | undefined)[]>();
  for (const known of CF_ASSETS) {
    if (source.lists(known.cf) !== true) continue;
    const { chain } = known.asset;
    byChain.set(chain, [...(byChain.get(chain) ?? []), whyUnavailable(state, known)]);
  }
  return [...byChain].map(([chain, reasons]) => {
    const stopped = reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
    return stopped === undefined ? { chain } : { chain, stopped };
  });
}
