/** Lists what an address of a Bitcoin-family chain can spend now, and how much of its balance waits for a block. */
import type { Utxo, UtxoClient } from '../chain-clients/chain-clients.ts';

export const totalOf = (outputs: readonly Utxo[]): bigint => outputs.reduce((sum, { value }) => sum + value, 0n);

/**
 * Confirmed outputs, largest first; then the unconfirmed change of the sender's own payments.
 * @returns also the base units that wait for a block besides. @throws what the chain's client throws.
 */
export async function spendableOutputs(client: UtxoClient, address: string, signal: AbortSignal) {
  const all = await client.utxos(address, { signal });
  const bySize = (a: Utxo, b: Utxo) => (a.value === b.value ? 0 : a.value > b.value ? -1 : 1);
  const own = await Promise.all(
    all
      .filter((utxo) => !utxo.confirmed)
      .map(async (utxo) => {
        const tx = await client.transaction(utxo.txid, { signal });
        const isOwn = tx !== undefined && tx.vin.length > 0 && tx.vin.every((input) => input.address === address);
        return isOwn ? [utxo] : [];
      }),
  );
  const outputs = [...all.filter((utxo) => utxo.confirmed).sort(bySize), ...own.flat().sort(bySize)];
  return { outputs, waiting: totalOf(all) - totalOf(outputs) };
}
