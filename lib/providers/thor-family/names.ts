/** Looks up THORNames and MAYANames at the network that keeps them. */
import { type ChainId, isChainId } from '../../domain/chain-id.ts';
import type { NameRegistry } from '../provider.ts';
import type { FamilyClient } from './client.ts';
import type { FamilyConfig } from './config.ts';
import { type NetworkStateSource, nodeHeight } from './network-state.ts';

/**
 * Whole addresses by chain, as the owner of the name registered them: no chain stands in for another.
 * Source: THORNode openapi, `/thorchain/thorname/{name}`; x/thorchain/types/type_thorname.go. MAYANode has the same
 * below `/mayachain/mayaname/{name}`.
 */
export const createNameRegistry = (
  config: FamilyConfig,
  client: FamilyClient,
  state: NetworkStateSource,
): NameRegistry => ({
  service: config.variant === 'thor' ? 'THORName' : 'MAYAName',
  async find(name, { signal }) {
    const record = await client.name(name, signal);
    if (record === undefined) return undefined;
    const height = nodeHeight(await state.now(signal));
    const until = record.expire_block_height ?? 0;
    const addresses = new Map<ChainId, string>();
    for (const { chain, address } of record.aliases) {
      const id = chain.toUpperCase();
      if (isChainId(id) && address !== '') addresses.set(id, address);
    }
    return { addresses, expired: until > 0 && height !== undefined && until < height };
  },
});
