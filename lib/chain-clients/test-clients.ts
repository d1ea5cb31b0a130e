/** For tests: chain clients that answer only what a test provides. */
import type { ChainClients, CosmosClient, EvmClient, SolanaClient, UtxoClient } from './chain-clients.ts';

export type KnownClients = {
  evm?: Partial<EvmClient>;
  utxo?: Partial<UtxoClient>;
  cosmos?: Partial<CosmosClient>;
  solana?: Partial<SolanaClient>;
};

/** Without `known` no chain can be asked. */
export const clientsWith = (known: KnownClients = {}): ChainClients => ({
  evm: () => known.evm as EvmClient | undefined,
  utxo: () => known.utxo as UtxoClient | undefined,
  cosmos: () => known.cosmos as CosmosClient | undefined,
  solana: () => known.solana as SolanaClient | undefined,
  substrate: () => undefined,
  missing: (chain) => `Nothing is configured for ${chain}.`,
});
