/** Combines the wallets that the page finds for each network into one entry a wallet. */
import type { ChainId } from '../../lib/domain/chain-id.ts';
import type { FoundWallet } from './use-found.ts';

export type Reach = { chain: ChainId; found: FoundWallet };
/** One wallet by its name, with every network that it offers. */
export type WholeWallet = { name: string; reaches: readonly Reach[] };

/** The wallet with most networks comes first; a wallet that offers itself twice for a network is taken once. */
export function joinWallets(reaches: readonly Reach[]): WholeWallet[] {
  const byName = new Map<string, Reach[]>();
  for (const reach of reaches) {
    const { name } = reach.found.option;
    const known = byName.get(name) ?? [];
    if (!known.some(({ chain }) => chain === reach.chain)) byName.set(name, [...known, reach]);
  }
  return [...byName]
    .map(([name, all]) => ({ name, reaches: all }))
    .toSorted((one, other) => other.reaches.length - one.reaches.length || one.name.localeCompare(other.name));
}
