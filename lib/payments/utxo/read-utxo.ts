/** Reads what a Bitcoin-family transaction pays, output by output, whose coins it spends, and its cost. */
import { hex } from '@scure/base';
import type { Transaction } from '@scure/btc-signer';
import type { NetworkName } from '../../chains/chain.ts';
import { CHAINS } from '../../chains/chains.ts';
import { readVaultSwapOutputs } from '../chainflip/read-outputs.ts';
import { isPlainTransfer, type PayableRoute } from '../payable-route.ts';
import { mismatch, type PaymentField, type PaymentSection, refusedWhole } from '../payment-fields.ts';
import { readVaultOutputs } from '../thor-family/read-outputs.ts';
import { readTransferOutputs } from '../transfer/read-outputs.ts';
import { signedLeg } from '../two-leg/signed-leg.ts';
import { coinValue, type Output, type OutputTerms, outputsOf, outputTerms } from './outputs.ts';
import { parsePsbt, spentOutputs } from './psbt.ts';
import { signingSection } from './signing-terms.ts';

/** Highest fee rate, in base units per virtual byte, when a chain's policy names none. */
const MAX_FEE_RATE = 1000n;

/**
 * Virtual bytes of an input once it is signed, by the script that it spends: P2WPKH 68, P2TR 58, P2SH-P2WPKH 91, and
 * P2PKH 148. Source: github.com/bitcoinops, transaction size calculator.
 */
const inputVbytes = (script: Uint8Array | undefined): number =>
  script?.length === 22 ? 68 : script?.length === 34 ? 58 : script?.length === 23 ? 91 : 148;

const sum = (outputs: readonly { amount: bigint }[]): bigint =>
  outputs.reduce((total, { amount }) => total + amount, 0n);

/** `inputs` must be the sender's own; `feeRate` is in base units for each virtual byte, with signatures of the usual size. */
function costSection(tx: Transaction, outputs: readonly Output[], terms: OutputTerms): PaymentSection {
  const { chain, sender } = terms;
  const all = spentOutputs(tx);
  const spent = all.filter((one) => one !== undefined);
  const areOwn = spent.every(({ script }) => hex.encode(script) === sender);
  const inputs: PaymentField = {
    field: 'inputs',
    actual: { kind: 'count', value: BigInt(all.length) },
    ...(areOwn ? {} : { fault: mismatch('An input belongs to another address.') }),
  };
  if (spent.length < all.length) {
    const fault = mismatch('An input does not say what it spends.');
    return { section: 'cost', fields: [inputs, { field: 'fee', actual: { kind: 'none' }, fault }] };
  }
  const fee = sum(spent) - sum(outputs);
  // 150 bytes for an input and 45 for an output are more than any of ours need.
  const size = BigInt(20 + all.length * 150 + outputs.length * 45);
  const isRight = fee >= 0n && fee <= size * (CHAINS[chain].utxoPolicy?.maxRate ?? MAX_FEE_RATE);
  const vbytes =
    11 +
    all.reduce((total, one) => total + inputVbytes(one?.script), 0) +
    outputs.reduce((total, { scriptHex }) => total + 9 + scriptHex.length / 2, 0);
  return {
    section: 'cost',
    fields: [
      inputs,
      {
        field: 'fee',
        actual: coinValue(chain, fee),
        ...(isRight ? {} : { fault: mismatch('The network fee is out of bounds.') }),
      },
      { field: 'feeRate', actual: { kind: 'code', text: String(Number(fee) / vbytes) } },
    ],
  };
}

function outputSections(outputs: readonly Output[], terms: OutputTerms): PaymentSection[] {
  if (terms.route.memo !== undefined) return readVaultOutputs(outputs, terms);
  return isPlainTransfer(terms.route) ? readTransferOutputs(outputs, terms) : readVaultSwapOutputs(outputs, terms);
}

/** What a transaction pays, by its outputs alone: of a sent one nothing else is in doubt. */
export function readOutputs(
  outputs: readonly Output[],
  reviewed: PayableRoute,
  network: NetworkName,
): PaymentSection[] {
  const { route, fault } = signedLeg(reviewed);
  return fault ? [refusedWhole(fault)] : outputSections(outputs, outputTerms(route, network));
}

/** @param psbt base64. */
export function readPsbtPayment(psbt: string, reviewed: PayableRoute, network: NetworkName): PaymentSection[] {
  const { route, fault } = signedLeg(reviewed);
  if (fault) return [refusedWhole(fault)];
  let tx: Transaction;
  let outputs: Output[];
  try {
    tx = parsePsbt(psbt);
    outputs = outputsOf(tx);
  } catch {
    return [refusedWhole({ code: 'unreadable', message: 'The transaction cannot be read, so it was not signed.' })];
  }
  const terms = outputTerms(route, network);
  const signing = signingSection(tx, terms.chain);
  return [
    ...outputSections(outputs, terms),
    costSection(tx, outputs, terms),
    ...(signing.fields.length > 0 ? [signing] : []),
  ];
}
