/** A plain transfer on a Bitcoin-family chain pays the address that was opened for this swap, and returns the change. */
import type { PaymentSection } from '../payment-fields.ts';
import { changeSection, type Output, type OutputTerms, payeeSection } from '../utxo/outputs.ts';

export const readTransferOutputs = ([first, ...others]: readonly Output[], terms: OutputTerms): PaymentSection[] => [
  payeeSection(first, terms, {
    address: terms.route.inboundAddress,
    what: 'The first output does not pay the address of the route.',
  }),
  ...others.map((output) => changeSection(output, terms)),
];
