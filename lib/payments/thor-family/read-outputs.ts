/**
 * Reads the outputs of a payment to a vault of THORChain or Maya on a Bitcoin-family chain: the vault first, the memo
 * once, then the change. Source: THORChain docs, "Sending transactions": vault at output 0, one OP_RETURN with the
 * memo, change to the sender.
 */
import { type FieldValue, heldField, mismatch, type PaymentSection } from '../payment-fields.ts';
import { memoOf, payloadOf } from '../utxo/op-return.ts';
import { carrierField, changeSection, type Output, type OutputTerms, payeeSection } from '../utxo/outputs.ts';

const OTHER_MEMO = 'The memo is not that of the route.';

function memoSection(output: Output, terms: OutputTerms, isFirst: boolean): PaymentSection {
  const { memo: wanted = '' } = terms.route;
  const memo = memoOf(output.scriptHex);
  const actual: FieldValue =
    memo === undefined ? { kind: 'code', text: output.scriptHex } : { kind: 'memo', text: memo };
  const expected: FieldValue = { kind: 'memo', text: wanted };
  const held = heldField('memo', actual, expected, { agrees: memo === wanted && wanted !== '', what: OTHER_MEMO });
  const one = { field: 'memo', actual, fault: mismatch('There must be one memo output.') };
  return {
    section: 'output',
    fields: [carrierField('memoCarrier', output, terms, OTHER_MEMO), isFirst || held.fault ? held : one],
  };
}

export function readVaultOutputs([first, ...others]: readonly Output[], terms: OutputTerms): PaymentSection[] {
  const { inboundAddress, memo } = terms.route;
  const isMemo = ({ scriptHex }: Output): boolean => payloadOf(scriptHex) !== undefined;
  const memoAt = others.findIndex(isMemo);
  const what =
    inboundAddress && memo ? 'The first output does not pay the vault.' : 'The route names no vault or no memo.';
  const none = mismatch('There must be one memo output.');
  return [
    payeeSection(first, terms, { address: memo ? inboundAddress : undefined, what }),
    ...others.map((output, index) =>
      isMemo(output) ? memoSection(output, terms, index === memoAt) : changeSection(output, terms),
    ),
    ...(memoAt === -1
      ? [
          {
            section: 'output',
            fields: [
              {
                field: 'memo',
                actual: { kind: 'none' as const },
                expected: { kind: 'memo' as const, text: memo ?? '' },
                fault: none,
              },
            ],
          },
        ]
      : []),
  ];
}
