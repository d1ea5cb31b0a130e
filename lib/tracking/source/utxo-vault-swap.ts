/** Tells one vault swap from another on a Bitcoin-family chain: they all pay one address, each with a payload of its own. */
import { bytesToHex } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import type { UtxoTx } from '../../chain-clients/chain-clients.ts';
import type { RouteDraft } from '../../domain/route.ts';
import type { Mismatch } from '../payment.ts';

const OP_RETURN = '6a';

const payloadOf = (scripts: readonly string[]): string | undefined =>
  scripts.find((script) => script.toLowerCase().startsWith(OP_RETURN))?.toLowerCase();

/** Script of the OP_RETURN output that the route's own transaction has. */
function orderedPayload({ tx, memo }: RouteDraft): string | undefined {
  if (memo !== undefined || tx?.type !== 'PSBT') return undefined;
  try {
    const psbt = Transaction.fromPSBT(base64.decode(tx.tx), { allowUnknownOutputs: true });
    const scripts = Array.from({ length: psbt.outputsLength }, (_, index) => psbt.getOutput(index).script);
    return payloadOf(scripts.map((script) => bytesToHex(script ?? new Uint8Array())));
  } catch {
    return undefined;
  }
}

/** The payload says what is to be swapped, and at which price: another one is another swap. */
export function payloadMismatch(tx: UtxoTx, draft: RouteDraft): Mismatch[] {
  const expected = orderedPayload(draft);
  if (expected === undefined) return [];
  const actual = payloadOf(tx.vout.map(({ scriptHex }) => scriptHex)) ?? 'none';
  return actual === expected ? [] : [{ field: 'tx', expected, actual }];
}
