/**
 * Decides by the later of two clocks whether an order has expired, so that a machine whose clock lags does not treat
 * an expired order as open.
 */
import type { ChainClients } from '../../chain-clients/chain-clients.ts';
import { CHAINS } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { orAborted } from '../../domain/waiting.ts';
import { FACT_MS, shorter } from '../helper-time.ts';
import type { CallOptions } from '../provider.ts';

type Deps = { clients: Pick<ChainClients, 'evm'>; now: () => number };

/** Unix ms: this machine's clock, or the newest block's time when that is later. Throws only for the signal. */
export async function laterNow(
  { clients, now }: Deps,
  chains: readonly ChainId[],
  { signal, helpers }: Pick<CallOptions, 'signal' | 'helpers'>,
): Promise<number> {
  const chain = [...chains, 'ETH' as const].find((id) => CHAINS[id].kind === 'evm' && clients.evm(id));
  const client = chain && clients.evm(chain);
  if (!client) return now();
  const limit = AbortSignal.any([shorter(signal, FACT_MS), ...(helpers ? [helpers] : [])]);
  const newestBlockTime = async () => client.blockTime(await client.blockNumber({ signal: limit }), { signal: limit });
  try {
    const seconds = await orAborted(newestBlockTime(), limit);
    return Math.max(now(), (seconds ?? 0) * 1000);
  } catch (error) {
    if (signal.aborted) throw error;
    return now();
  }
}
