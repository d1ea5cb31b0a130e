/**
 * Reads a plain transfer on a Bitcoin-family chain: it must pay the address that was opened for this swap, and return
 * the change.
 */
import type { PaymentSection } from '../payment-fields.ts';
import { changeSection, type Output, type OutputTerms, payeeSection } from '../utxo/outputs.ts';

export const readTransferOutputs = ([first, ...others]: readonly Output[], terms: OutputTerms): PaymentSection[] => [
  payeeSection(first, terms, {
    address: terms.route.inboundAddress,
    what: 'The first output does not pay the address of the route.',
  }),
  ...others.map((output) => changeSection(output, terms)),
];
