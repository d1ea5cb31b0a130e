/** Parses Bitcoin-family transactions, those to be signed and those that were sent, from their bytes. */

import { base64, hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { CHAINS } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { type Output, outputsOf } from './outputs.ts';
import { zcashOutputs } from './zcash-outputs.ts';

const OPTIONS = {
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  allowLegacyWitnessUtxo: true,
  disableScriptCheck: true,
};

/** @throws {Error} when the text is not a PSBT. */
export const parsePsbt = (text: string): Transaction => Transaction.fromPSBT(base64.decode(text), OPTIONS);

/** Outputs of a raw transaction. @throws {Error} when it is unreadable. */
export const rawOutputs = (rawHex: string, chain: ChainId): Output[] =>
  CHAINS[chain].zcashForms
    ? zcashOutputs(rawHex)
    : outputsOf(Transaction.fromRaw(hex.decode(rawHex), { ...OPTIONS, allowUnknownVersion: true }));

/** The output that each input spends; undefined when the PSBT does not say. */
export const spentOutputs = (tx: Transaction): ({ script: Uint8Array; amount: bigint } | undefined)[] =>
  Array.from({ length: tx.inputsLength }, (_, at) => {
    const { witnessUtxo, nonWitnessUtxo, index } = tx.getInput(at);
    return witnessUtxo ?? (index === undefined ? undefined : nonWitnessUtxo?.outputs[index]);
  });
