/**
 * Reads a deposit through a router of THORChain or Maya: it must name the reviewed vault, amount and memo, and must
 * not have expired.
 */
import type { WireEvmTx } from '../../api/schemas/route.ts';
import { addressField, type EvmTerms, LEAST_SECONDS_LEFT, soldField } from '../evm/evm-terms.ts';
import { type FieldValue, heldField, type PaymentField, unreadable } from '../payment-fields.ts';
import { decodeRouterDeposit } from './router-call.ts';

export type DepositField = 'function' | 'amount' | 'vault' | 'token' | 'memo' | 'expiration';

const NOBODY = `0x${'0'.repeat(40)}`;

const memoValue = (text: string | undefined): FieldValue => (text ? { kind: 'memo', text } : { kind: 'none' });

function expirationField(atSeconds: bigint, { nowSeconds }: EvmTerms): PaymentField<DepositField> {
  const isLate = nowSeconds !== undefined && atSeconds < BigInt(nowSeconds + LEAST_SECONDS_LEFT);
  return {
    field: 'expiration',
    actual: { kind: 'time', atSeconds },
    ...(isLate ? { fault: { code: 'expired', message: 'This quote has run out. Ask for a new one.' } } : {}),
  };
}

export function readDeposit(tx: WireEvmTx, terms: EvmTerms): PaymentField<DepositField>[] {
  const { route, token } = terms;
  const call = decodeRouterDeposit(tx.data);
  if (call?.expirationSeconds === undefined)
    return [
      {
        field: 'function',
        actual: { kind: 'code', text: tx.data.slice(0, 10) },
        fault: unreadable('The contract call is not a deposit.'),
      },
    ];
  return [
    { field: 'function', actual: { kind: 'function', name: 'depositWithExpiry' } },
    // For the chain's own coin the router takes the value and ignores the argument.
    ...(token === undefined
      ? []
      : [soldField<DepositField>('amount', terms, call.amount, 'The deposit names another amount.')]),
    addressField('vault', terms, call.vault, route.meta.vaultAddress, 'The deposit names another vault.'),
    addressField('token', terms, call.token ?? NOBODY, token ?? NOBODY, 'The deposit names another token.'),
    heldField('memo', memoValue(call.memo), memoValue(route.memo), {
      agrees: route.memo !== undefined && route.memo !== '' && call.memo === route.memo,
      what: 'The memo is not that of the route.',
    }),
    expirationField(call.expirationSeconds, terms),
  ];
}
