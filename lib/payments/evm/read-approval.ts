/**
 * Reads an approval: it must be for the sold token and the called contract. The last one is for exactly the amount, those
 * before it for zero.
 */
import type { WireEvmTx } from '../../api/schemas/route.ts';
import { sameAddress } from '../../chains/address.ts';
import { heldField, type PaymentField } from '../payment-fields.ts';
import {
  addressField,
  type CommonField,
  coinsField,
  commonFields,
  type EvmTerms,
  soldField,
  soldValue,
} from './evm-terms.ts';
import { decodeAllowance } from './token-call.ts';

export type ApprovalField = CommonField | 'function' | 'allowance' | 'spender' | 'token';

const NOT_ITS = 'The approval is not the one of the route.';

export function readApproval(tx: WireEvmTx, terms: EvmTerms, isLast: boolean): PaymentField<ApprovalField>[] {
  const { chain, route, token } = terms;
  const common = commonFields(tx, terms);
  const call = decodeAllowance(tx.data);
  if (!call)
    return [
      ...common,
      heldField(
        'function',
        { kind: 'code', text: tx.data.slice(0, 10) },
        { kind: 'function', name: 'approve' },
        { agrees: false, what: 'The approval cannot be read.' },
      ),
    ];
  const { targetAddress, meta } = route;
  const isForTarget = targetAddress !== undefined && sameAddress(chain, call.spender, targetAddress);
  return [
    ...common,
    // Zero resets an old allowance, which some tokens require before a new one.
    isLast
      ? soldField('allowance', terms, call.amount, NOT_ITS)
      : heldField('allowance', soldValue(terms, call.amount), soldValue(terms, 0n), {
          agrees: call.amount === 0n,
          what: NOT_ITS,
        }),
    addressField('spender', terms, call.spender, isForTarget ? meta.approvalAddress : targetAddress, NOT_ITS),
    addressField('token', terms, tx.to, token, NOT_ITS),
    coinsField(tx, terms, { wanted: 0n, what: NOT_ITS }),
  ];
}
