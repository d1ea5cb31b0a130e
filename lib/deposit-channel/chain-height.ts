/** Asks a chain how high it is, by which a channel ends before its estimate where blocks come faster than expected. */
import type { ChainClients } from '../chain-clients/chain-clients.ts';
import type { ChainId } from '../domain/chain-id.ts';
import { timeLimit } from '../domain/time-limit.ts';

/** An answer is held up no longer by this. */
const ASK_MS = 2000;

/** Undefined where the chain cannot be asked. Solana counts slots for channels; its height is always below them. */
export async function chainHeight(clients: ChainClients, chain: ChainId): Promise<number | undefined> {
  const options = { signal: timeLimit(ASK_MS) };
  try {
    return await (clients.evm(chain)?.blockNumber(options) ??
      clients.utxo(chain)?.tipHeight(options) ??
      clients.solana(chain)?.blockHeight(options) ??
      clients.substrate(chain)?.blockNumber(options));
  } catch {
    return undefined;
  }
}
