/**
 * Exports a Bitcoin-family payment as a PSBT and imports it signed: the same inputs, outputs and order, or it is
 * refused.
 */
import { base64, hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import type { NetworkName } from '../../chains/chain.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { parsePsbt } from '../../payments/utxo/psbt.ts';
import { readPsbtPayment } from '../../payments/utxo/read-utxo.ts';
import { refuseFault } from '../refuse.ts';
import { PaymentError } from '../wallet-types.ts';
import { ImportError, type SignedPayment, same } from './import-error.ts';
import { assertSigned, type Spent } from './utxo-signatures.ts';

const OPTIONS = {
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  allowLegacyWitnessUtxo: true,
  disableScriptCheck: true,
  allowUnknownVersion: true,
} as const;

/** First bytes of every PSBT. Source: BIP-174. */
const MAGIC = '70736274ff';

export type ExportedPsbt = { base64: string; bytes: Uint8Array };

/** The route's PSBT, after the checks that come before every signature. @throws {PaymentError} `mismatch` */
export function exportPsbt(route: PayableRoute, network: NetworkName): ExportedPsbt {
  if (typeof route.tx !== 'string' || route.meta.txType !== 'PSBT')
    throw new PaymentError('notSupported', route.meta.txUnavailable ?? 'This route came without a PSBT.', {
      nothingSent: true,
    });
  refuseFault(readPsbtPayment(route.tx, route, network));
  return { base64: route.tx, bytes: base64.decode(route.tx) };
}

/** The text of a file or a paste: signers save PSBTs as bytes, as base64 or as hex. */
export function psbtText(bytes: Uint8Array): string {
  const start = hex.encode(bytes.slice(0, 5));
  return start === MAGIC ? base64.encode(bytes) : new TextDecoder().decode(bytes);
}

/** A PSBT in base64 or hex, or the final transaction in hex. */
function readGiven(text: string): Transaction {
  const bare = text.replace(/\s+/g, '');
  try {
    if (/^[0-9a-f]+$/i.test(bare) && bare.length % 2 === 0) {
      const bytes = hex.decode(bare.toLowerCase());
      return bare.toLowerCase().startsWith(MAGIC)
        ? Transaction.fromPSBT(bytes, OPTIONS)
        : Transaction.fromRaw(bytes, OPTIONS);
    }
    return Transaction.fromPSBT(base64.decode(bare), OPTIONS);
  } catch (cause) {
    throw new ImportError('unreadable', { cause });
  }
}

const inputsOf = (tx: Transaction): string[] =>
  Array.from({ length: tx.inputsLength }, (_, i) => {
    const { txid, index, sequence = 0xffffffff } = tx.getInput(i);
    return `${txid ? hex.encode(txid) : ''}:${index ?? ''} ${sequence}`;
  });

const outputsOf = (tx: Transaction): string[] =>
  Array.from({ length: tx.outputsLength }, (_, i) => {
    const { script, amount } = tx.getOutput(i);
    return `${amount ?? ''} ${script ? hex.encode(script) : ''}`;
  });

const spentBy = (tx: Transaction): Spent[] =>
  Array.from({ length: tx.inputsLength }, (_, i) => {
    const { witnessUtxo, nonWitnessUtxo, index = 0 } = tx.getInput(i);
    const spent = witnessUtxo ?? nonWitnessUtxo?.outputs[index];
    if (!spent) throw new ImportError('unreadable');
    return spent;
  });

/** Reports only the first line that differs; a list of all would bury it. */
function sameLines(field: 'inputs' | 'outputs', expected: readonly string[], got: readonly string[]): void {
  const length = Math.max(expected.length, got.length);
  for (let i = 0; i < length; i += 1) same(field, expected[i] ?? '', got[i] ?? '');
}

function finalized(tx: Transaction): Transaction {
  try {
    if (!tx.isFinal) tx.finalize();
    return Transaction.fromRaw(tx.toBytes(true, true), OPTIONS);
  } catch (cause) {
    throw new ImportError('notSigned', { cause });
  }
}

/**
 * The final transaction of the imported PSBT, ready to be sent. @param original the exported PSBT, base64. @param
 * given text of a file or a paste. @throws {ImportError}; nothing was sent.
 */
export function importSignedPsbt(original: string, given: string): SignedPayment {
  const before = parsePsbt(original);
  const after = readGiven(given);
  sameLines('outputs', outputsOf(before), outputsOf(after));
  sameLines('inputs', inputsOf(before), inputsOf(after));
  same('lockTime', String(before.lockTime), String(after.lockTime));
  same('type', String(before.version), String(after.version));
  const final = finalized(after);
  // A PSBT may differ from its own final scripts: what is sent is checked once more.
  sameLines('outputs', outputsOf(before), outputsOf(final));
  sameLines('inputs', inputsOf(before), inputsOf(final));
  assertSigned(final, spentBy(before));
  return { raw: hex.encode(final.toBytes(true, true)), hash: final.id };
}
