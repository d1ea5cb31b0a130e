/** Reads a chain's height: where blocks come faster than expected, a channel ends before its estimate. */
import type { ChainClients } from '../chain-clients/chain-clients.ts';
import type { ChainId } from '../domain/chain-id.ts';
import { timeLimit } from '../domain/time-limit.ts';

/** The longest that this may delay an answer. */
const ASK_MS = 2000;

/** Undefined when the chain cannot be asked. Solana counts slots for channels; its height is always below them. */
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
