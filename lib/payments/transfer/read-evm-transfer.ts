/**
 * Reads a plain transfer on an EVM chain: it must pay the address that was opened for this swap, exactly, and do
 * nothing else.
 */
import type { WireEvmTx } from '../../api/schemas/route.ts';
import { addressField, type EvmTerms, LEAST_SECONDS_LEFT, soldField } from '../evm/evm-terms.ts';
import { decodeTokenTransfer } from '../evm/token-call.ts';
import { heldField, mismatch, type PaymentField } from '../payment-fields.ts';

/** `contract`: of the token that is sent. */
export type TransferField = 'contract' | 'amount' | 'recipient' | 'data' | 'expiration';

const OTHER_ADDRESS = 'The transaction pays another address.';
const OTHER_AMOUNT = 'The transaction sends another amount.';

function expirationFields({ route, nowSeconds }: EvmTerms): PaymentField<TransferField>[] {
  const { expiration } = route;
  if (expiration === undefined || nowSeconds === undefined || Number(expiration) >= nowSeconds + LEAST_SECONDS_LEFT)
    return [];
  return [
    {
      field: 'expiration',
      actual: { kind: 'none' },
      fault: { code: 'expired', message: 'This deposit address is over. Ask for a new one.' },
    },
  ];
}

function coinFields(tx: WireEvmTx, terms: EvmTerms): PaymentField<TransferField>[] {
  return [
    soldField('amount', terms, BigInt(tx.value), OTHER_AMOUNT),
    addressField('recipient', terms, tx.to, terms.route.inboundAddress, OTHER_ADDRESS),
    heldField(
      'data',
      { kind: 'code', text: tx.data },
      { kind: 'code', text: '0x' },
      { agrees: tx.data === '0x', what: 'The transaction does more than pay.' },
    ),
  ];
}

function tokenFields(tx: WireEvmTx, token: string, terms: EvmTerms): PaymentField<TransferField>[] {
  const contract = addressField('contract' as const, terms, tx.to, token, 'The transaction is for another token.');
  const call = decodeTokenTransfer(tx.data);
  if (!call)
    return [
      contract,
      {
        field: 'data',
        actual: { kind: 'code', text: tx.data.slice(0, 10) },
        fault: mismatch('The transaction is no transfer.'),
      },
    ];
  return [
    contract,
    soldField('amount', terms, call.amount, OTHER_AMOUNT),
    addressField('recipient', terms, call.to, terms.route.inboundAddress, OTHER_ADDRESS),
  ];
}

export function readEvmTransfer(tx: WireEvmTx, terms: EvmTerms): PaymentField<TransferField>[] {
  const { token } = terms;
  return [...(token === undefined ? coinFields(tx, terms) : tokenFields(tx, token, terms)), ...expirationFields(terms)];
}
