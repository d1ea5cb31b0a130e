/** Creates the observer of a chain. A chain has none when no node is configured for it, or when its kind cannot be observed. */
import type { ChainClients } from '../../chain-clients/chain-clients.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { createCosmosSource } from './cosmos.ts';
import { createEvmSource } from './evm.ts';
import { createSolanaSource } from './solana.ts';
import type { Source } from './source-report.ts';
import { createSubstrateSource } from './substrate.ts';
import { createUtxoSource } from './utxo.ts';

export function sourceOf(clients: ChainClients, chain: ChainId): Source | undefined {
  const evm = clients.evm(chain);
  if (evm) return createEvmSource(evm);
  const utxo = clients.utxo(chain);
  if (utxo) return createUtxoSource(utxo);
  const cosmos = clients.cosmos(chain);
  if (cosmos) return createCosmosSource(cosmos);
  const solana = clients.solana(chain);
  if (solana) return createSolanaSource(solana);
  const substrate = clients.substrate(chain);
  return substrate && createSubstrateSource(substrate);
}
