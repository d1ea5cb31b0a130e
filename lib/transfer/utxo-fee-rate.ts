/**
 * Returns the fee rate at which a payment is mined soon, by the chain's own estimate; without an estimate no payment is
 * built.
 */
import type { UtxoClient } from '../chain-clients/chain-clients.ts';
import type { UtxoPolicy } from '../chains/chain.ts';
import { type Unavailable, unavailable } from './built-tx.ts';

/** Base units per virtual byte, at least the relay minimum. */
export async function feeRateOf(
  client: UtxoClient,
  { minRelayRate }: UtxoPolicy,
  signal: AbortSignal,
): Promise<bigint | Unavailable> {
  const rate = await client.feeRate({ signal });
  if (rate === undefined) return unavailable('What a transaction costs on this chain at the moment could not be read.');
  if (rate < minRelayRate) return minRelayRate;
  return rate;
}
