/** For tests: chain clients of which only what is given can be asked. */
import type { ChainClients, CosmosClient, EvmClient, SolanaClient, UtxoClient } from './chain-clients.ts';

export type KnownClients = {
  evm?: Partial<EvmClient>;
  utxo?: Partial<UtxoClient>;
  cosmos?: Partial<CosmosClient>;
  solana?: Partial<SolanaClient>;
};

/** No chain can be asked, unless given. */
export const clientsWith = (known: KnownClients = {}): ChainClients => ({
  evm: () => known.evm as EvmClient | undefined,
  utxo: () => known.utxo as UtxoClient | undefined,
  cosmos: () => known.cosmos as CosmosClient | undefined,
  solana: () => known.solana as SolanaClient | undefined,
  substrate: () => undefined,
  missing: (chain) => `Nothing is configured for ${chain}.`,
});
