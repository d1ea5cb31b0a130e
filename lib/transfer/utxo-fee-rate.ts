/** The fee rate at which a payment is mined soon, by the chain's own estimate; without one nothing is prepared. */
import type { UtxoClient } from '../chain-clients/chain-clients.ts';
import type { UtxoPolicy } from '../chains/chain.ts';
import { type Unavailable, unavailable } from './built-tx.ts';

/** Base units per virtual byte, no less than the chain relays. */
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
