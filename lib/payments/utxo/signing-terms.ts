/**
 * Reads what a PSBT asks of a signer beside its inputs and outputs: when the transaction may be mined, which part of
 * it a signature covers, and whether the signature binds the stated value of the spent coins. Sources: BIP-68,
 * BIP-143, BIP-174, BIP-341.
 */
import { SigHash, type Transaction } from '@scure/btc-signer';
import { CHAINS } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { type FieldValue, heldField, type PaymentField, type PaymentSection } from '../payment-fields.ts';

const VERSIONS = [1, 2];
/** From here on an input's sequence is not a wait; the lower two of these let the sender replace the transaction. */
const LEAST_SEQUENCE = 0xfffffffd;
const FINAL_SEQUENCE = 0xffffffff;
/** Signatures over every input and every output. BCH's flag stands beside ALL. */
const WHOLE: readonly number[] = [SigHash.DEFAULT, SigHash.ALL, 0x41];

const count = (value: number): FieldValue => ({ kind: 'count', value: BigInt(value) });

/** Signatures of P2WPKH, P2WSH and P2TR cover amounts; a nested one does when its redeem script is one of these. */
const isWitness = (script: Uint8Array | undefined): boolean =>
  script !== undefined &&
  ((script[0] === 0x00 && [22, 34].includes(script.length)) || (script[0] === 0x51 && script.length === 34));

type Input = ReturnType<Transaction['getInput']>;

/** Whether the input's value is certain: the signature covers it, or the whole previous transaction is included. */
function isAmountBound({ witnessUtxo, nonWitnessUtxo, index, redeemScript }: Input, chain: ChainId): boolean {
  const spent = index === undefined ? undefined : nonWitnessUtxo?.outputs[index];
  if (spent !== undefined) return witnessUtxo === undefined || witnessUtxo.amount === spent.amount;
  const { signsAmounts = false } = CHAINS[chain].utxoPolicy ?? {};
  return signsAmounts || isWitness(witnessUtxo?.script) || isWitness(redeemScript);
}

/** One section; a row for each request, named by the first input that differs. */
export function signingSection(tx: Transaction, chain: ChainId): PaymentSection {
  const inputs = Array.from({ length: tx.inputsLength }, (_, at) => tx.getInput(at));
  const sequence = inputs.map(({ sequence: one = FINAL_SEQUENCE }) => one).find((one) => one < LEAST_SEQUENCE);
  const sighash = inputs.map(({ sighashType = SigHash.ALL }) => sighashType).find((one) => !WHOLE.includes(one));
  const rows: PaymentField[] = [
    heldField('version', count(tx.version), count(2), {
      agrees: VERSIONS.includes(tx.version),
      what: 'The transaction is of a version that is not known.',
    }),
    heldField('lockTime', count(tx.lockTime), count(0), {
      agrees: tx.lockTime === 0,
      what: 'The transaction can be mined only later.',
    }),
    heldField('sequence', count(sequence ?? FINAL_SEQUENCE), count(FINAL_SEQUENCE), {
      agrees: sequence === undefined,
      what: 'An input can be spent only later.',
    }),
    heldField('sighash', count(sighash ?? SigHash.ALL), count(SigHash.ALL), {
      agrees: sighash === undefined,
      what: 'The signature would be for a part of the transaction alone, and others could change the rest.',
    }),
    heldField(
      'spentAmount',
      { kind: 'none' },
      { kind: 'none' },
      {
        agrees: inputs.every((input) => isAmountBound(input, chain)),
        what: 'What an input spends is not bound by its signature, so the network fee could be any.',
      },
    ),
  ];
  return { section: 'signing', fields: rows.filter(({ fault }) => fault !== undefined) };
}
