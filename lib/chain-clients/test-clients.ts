/** For tests: chain clients that answer only what a test provides. */
import type { ChainClients, CosmosClient, EvmClient, SolanaClient, UtxoClient } from './chain-clients.ts';

export type KnownClients = {
  evm?: Partial<EvmClient>;
  utxo?: Partial<UtxoClient>;
  cosmos?: Partial<CosmosClient>;
  solana?: Partial<SolanaClient>;
};

/** Without `known` no chain can be asked. */
export function clientsWith(known: KnownClients = {}): ChainClients {
  const evm = known.evm && ({ kind: 'evm', chain: 'ETH', ...known.evm } as EvmClient);
  const solana = known.solana && ({ kind: 'solana', chain: 'SOL', ...known.solana } as SolanaClient);
  return {
    evm: () => evm,
    utxo: () => known.utxo as UtxoClient | undefined,
    cosmos: () => known.cosmos as CosmosClient | undefined,
    solana: () => solana,
    substrate: () => undefined,
    missing: (chain) => `Nothing is configured for ${chain}.`,
  };
}
