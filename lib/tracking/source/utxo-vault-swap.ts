/** Distinguishes the vault swaps of a Bitcoin-family chain by their payloads: they all pay one address. */
import type { UtxoTx } from '../../chain-clients/chain-clients.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { textOf } from '../../payments/utxo/op-return.ts';
import { outputsOf } from '../../payments/utxo/outputs.ts';
import { parsePsbt } from '../../payments/utxo/psbt.ts';
import type { Mismatch } from '../payment.ts';

/** Script of the output that carries the payload. */
const carrierOf = (outputs: readonly { scriptHex: string }[]): string | undefined =>
  outputs.find(({ scriptHex }) => textOf(scriptHex) !== undefined)?.scriptHex.toLowerCase();

/** The payload of the route's own transaction. */
function orderedCarrier({ tx, memo }: RouteDraft): string | undefined {
  if (memo !== undefined || tx?.type !== 'PSBT') return undefined;
  try {
    return carrierOf(outputsOf(parsePsbt(tx.tx)));
  } catch {
    return undefined;
  }
}

/** The payload contains what is to be swapped and at which minimum price: another payload is another swap. */
export function payloadMismatch(tx: UtxoTx, draft: RouteDraft): Mismatch[] {
  const expected = orderedCarrier(draft);
  if (expected === undefined) return [];
  const actual = carrierOf(tx.vout) ?? 'none';
  return actual === expected ? [] : [{ field: 'tx', expected, actual }];
}
