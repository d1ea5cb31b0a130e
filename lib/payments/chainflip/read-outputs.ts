/**
 * Reads the outputs of a vault swap on Bitcoin: the first pays the vault, the second contains the order, the third
 * returns the change and receives refunds.
 */
import { mismatch, type PaymentSection } from '../payment-fields.ts';
import { payloadOf } from '../utxo/op-return.ts';
import { carrierField, changeSection, type Output, type OutputTerms, payeeSection } from '../utxo/outputs.ts';
import { decodeBtcPayload } from './btc-payload.ts';
import { orderFields } from './order-fields.ts';
import { orderOfPayload } from './vault-order.ts';

const NO_ORDER = 'The second output does not say what is bought.';
const NO_CHANGE = 'Refunds would go to another address: the change is not yours.';

function orderSections(output: Output | undefined, terms: OutputTerms): PaymentSection[] {
  const payload = output && payloadOf(output.scriptHex);
  if (!output || !payload)
    return [
      { section: 'vaultSwap', fields: [{ field: 'order', actual: { kind: 'none' }, fault: mismatch(NO_ORDER) }] },
    ];
  return [
    { section: 'output', fields: [carrierField('payloadCarrier', output, terms, NO_ORDER)] },
    { section: 'vaultSwap', fields: orderFields(() => orderOfPayload(decodeBtcPayload(payload)), terms.route) },
  ];
}

/** Not even the sender may be paid by a further output. */
function needlessSection(output: Output, terms: OutputTerms): PaymentSection {
  const { section, fields } = changeSection(output, terms);
  return { section, fields: fields.map((row) => ({ ...row, fault: mismatch('An output pays somebody else.') })) };
}

export function readVaultSwapOutputs(
  [first, second, third, ...others]: readonly Output[],
  terms: OutputTerms,
): PaymentSection[] {
  const none = { field: 'change', actual: { kind: 'none' as const }, fault: mismatch(NO_CHANGE) };
  return [
    payeeSection(first, terms, {
      address: terms.route.targetAddress,
      what: 'The first output does not pay the address of the route.',
    }),
    ...orderSections(second, terms),
    third ? changeSection(third, terms, NO_CHANGE) : { section: 'output', fields: [none] },
    ...others.map((output) => needlessSection(output, terms)),
  ];
}
