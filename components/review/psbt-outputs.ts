/** Reads what a PSBT pays, with the library loaded only when one is reviewed. */
import type { NetworkName } from '../../lib/chains/chain.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';

export type PsbtOutput =
  | { kind: 'pays'; address: string; baseUnits: bigint }
  | { kind: 'memo'; bytes: Uint8Array }
  | { kind: 'unknown'; script: string; baseUnits: bigint };
/** `feeBaseUnits` undefined where an input's value is not in the PSBT. */
export type PsbtSummary = {
  outputs: PsbtOutput[];
  inputs: number;
  feeBaseUnits: bigint | undefined;
  /** Base units for each virtual byte, reckoned with signatures of the usual size. */
  feePerVbyte: number | undefined;
};

/**
 * Virtual bytes of an input once it is signed, by the script that it spends: P2WPKH 68, P2TR 58, P2SH-P2WPKH 91, and
 * P2PKH 148. Source: github.com/bitcoinops, transaction size calculator.
 */
const inputVbytes = (script: Uint8Array | undefined): number =>
  script?.length === 22 ? 68 : script?.length === 34 ? 58 : script?.length === 23 ? 91 : 148;

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const OP_RETURN = 0x6a;

/** The bytes that an OP_RETURN script pushes; one push, as memos and payloads have it. */
export function opReturnBytes(script: Uint8Array): Uint8Array | undefined {
  if (script[0] !== OP_RETURN) return undefined;
  const lead = script[1] ?? 0;
  const [start, length] = lead === 0x4c ? [3, script[2] ?? 0] : lead < 0x4c ? [2, lead] : [script.length, 0];
  return script.slice(start, start + length);
}

/** @throws {Error} when the text is no PSBT. */
export async function readPsbt(base64: string, chain: ChainId, network: NetworkName): Promise<PsbtSummary> {
  const { Address, OutScript, Transaction } = await import('@scure/btc-signer');
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const tx = Transaction.fromPSBT(bytes, { allowUnknownOutputs: true, allowUnknownInputs: true });
  const utxo = CHAINS[chain][network].utxo;
  const coder = Address({
    bech32: utxo?.bech32 ?? '',
    pubKeyHash: utxo?.pubKeyHash[0] ?? 0,
    scriptHash: utxo?.scriptHash[0] ?? 0,
    wif: utxo?.wif ?? 0,
  });
  const outputs: PsbtOutput[] = [];
  for (let index = 0; index < tx.outputsLength; index += 1) {
    const { script = new Uint8Array(), amount = 0n } = tx.getOutput(index);
    const memo = opReturnBytes(script);
    if (memo !== undefined) outputs.push({ kind: 'memo', bytes: memo });
    else {
      try {
        outputs.push({ kind: 'pays', address: coder.encode(OutScript.decode(script)), baseUnits: amount });
      } catch {
        outputs.push({ kind: 'unknown', script: hex(script), baseUnits: amount });
      }
    }
  }
  let paidIn: bigint | undefined = 0n;
  let vbytes = 11;
  for (let index = 0; index < tx.inputsLength; index += 1) {
    const input = tx.getInput(index);
    const spent = input.witnessUtxo ?? input.nonWitnessUtxo?.outputs[input.index ?? 0];
    paidIn = spent === undefined || paidIn === undefined ? undefined : paidIn + spent.amount;
    vbytes += inputVbytes(spent?.script);
  }
  for (let index = 0; index < tx.outputsLength; index += 1) vbytes += 9 + (tx.getOutput(index).script?.length ?? 0);
  const paidOut = outputs.reduce((sum, output) => sum + (output.kind === 'memo' ? 0n : output.baseUnits), 0n);
  const feeBaseUnits = paidIn === undefined ? undefined : paidIn - paidOut;
  return {
    outputs,
    inputs: tx.inputsLength,
    feeBaseUnits,
    feePerVbyte: feeBaseUnits === undefined ? undefined : Number(feeBaseUnits) / vbytes,
  };
}
