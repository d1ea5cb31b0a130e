/** Finalises a Bitcoin-family transaction from the wallet's answer, if that is the transaction it was given. */
import { hex } from '@scure/base';
import type { Transaction } from '@scure/btc-signer';
import { outputsOf } from '../../payments/utxo/outputs.ts';
import { parsePsbt } from '../../payments/utxo/psbt.ts';
import { PaymentError } from '../wallet-types.ts';

const refused = (message: string, cause?: unknown) =>
  new PaymentError('mismatch', message, { nothingSent: true, cause });

/** Inputs, outputs and lock time, in their order. */
function contentOf(tx: Transaction): string {
  const inputs = Array.from({ length: tx.inputsLength }, (_, at) => {
    const { txid, index, sequence = 0xffffffff } = tx.getInput(at);
    return `${txid ? hex.encode(txid) : ''}:${index}:${sequence}`;
  });
  const outputs = outputsOf(tx).map(({ scriptHex, amount }) => `${scriptHex}:${amount}`);
  return [inputs, outputs, tx.lockTime].join(' ');
}

function read(psbt: string): { tx: Transaction; content: string } {
  try {
    const tx = parsePsbt(psbt);
    return { tx, content: contentOf(tx) };
  } catch (cause) {
    throw refused('The transaction cannot be read, so it was not signed.', cause);
  }
}

/**
 * The final transaction of the wallet's answer: same inputs, outputs and order as given, every input signed. @throws
 * {PaymentError} `mismatch`; nothing was sent.
 */
export function finalTransaction(original: string, signed: string): { rawHex: string; txid: string } {
  const { tx, content } = read(signed);
  if (content !== read(original).content) throw refused('The wallet changed the transaction, so it was not sent.');
  try {
    if (!tx.isFinal) tx.finalize();
    return { rawHex: hex.encode(tx.extract()), txid: tx.id };
  } catch (cause) {
    throw refused('The wallet did not sign every input, so nothing was sent.', cause);
  }
}
