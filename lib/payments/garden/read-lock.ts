/**
 * Reads a payment into Garden's contract: it must lock exactly the sold amount, for a redeemer, with a time after
 * which it can be refunded. The redeemer and the hash are the order's own terms, which the service has checked. A
 * message that is signed instead of the call must have the call's terms, and no others.
 */
import type { WireEvmTx } from '../../api/schemas/route.ts';
import { sameAddress } from '../../chains/address.ts';
import { networkOf } from '../../chains/chains.ts';
import { DecodeError } from '../byte-reader.ts';
import { addressField, type EvmTerms, soldField } from '../evm/evm-terms.ts';
import { type PayableRoute, upstreamOf } from '../payable-route.ts';
import {
  addressValue,
  type FieldFault,
  heldField,
  mismatch,
  type PaymentField,
  unreadable,
} from '../payment-fields.ts';
import { decodeInitiateCall, differingTerms, type InitiateCall, type InitiateTerms } from './htlc-call.ts';
import { lockSeconds } from './lock-time.ts';
import { readTypedData } from './typed-data.ts';

/** Longest time for which money may be locked; Garden's own locks last about a day. */
const LONGEST_LOCK_SECONDS = 14 * 86_400;

export const isLock = (route: PayableRoute): boolean => upstreamOf(route) === 'GARDEN';

type TermField = 'amount' | 'redeemer' | 'timelock' | 'secretHash';
export type LockField = TermField | 'function' | 'order' | 'expiration';
/** `contract`: the one that the message is for. `network`: where it is valid. */
export type MessageField = TermField | 'contract' | 'message' | 'network';

const faultIf = (isWrong: boolean, what: string): { fault?: FieldFault } => (isWrong ? { fault: mismatch(what) } : {});

function termFields(lock: InitiateTerms, terms: EvmTerms): PaymentField<TermField>[] {
  const { chain, route } = terms;
  const { redeemer, timelock, amount, secretHash } = lock;
  const seconds = lockSeconds(chain, timelock);
  return [
    soldField('amount', terms, amount, 'The call locks another amount.'),
    {
      field: 'redeemer',
      actual: addressValue(chain, redeemer),
      ...faultIf(
        sameAddress(chain, redeemer, route.sourceAddress) || BigInt(redeemer) === 0n,
        'The call names nobody who could take the money and pay you.',
      ),
    },
    {
      field: 'timelock',
      actual: { kind: 'duration', seconds, blocks: timelock },
      ...faultIf(
        timelock <= 0n || seconds > LONGEST_LOCK_SECONDS,
        'The call locks the money for a time that is not right.',
      ),
    },
    {
      field: 'secretHash',
      actual: { kind: 'code', text: secretHash },
      ...faultIf(BigInt(secretHash) === 0n, 'The call names no secret.'),
    },
  ];
}

function orderFields({ route, nowSeconds }: EvmTerms): PaymentField<LockField>[] {
  const { expiration, meta } = route;
  const isOver = expiration !== undefined && nowSeconds !== undefined && Number(expiration) <= nowSeconds;
  return [
    {
      field: 'order',
      actual: meta.orderId ? { kind: 'code', text: meta.orderId } : { kind: 'none' },
      ...faultIf(!meta.orderId, 'The route names no order that the payment is for.'),
    },
    {
      field: 'expiration',
      actual: expiration === undefined ? { kind: 'none' } : { kind: 'code', text: expiration },
      ...(isOver ? { fault: { code: 'expired', message: 'The order has run out. Ask for a new one.' } } : {}),
    },
  ];
}

/** The call, or the fault of an unreadable one. */
function initiateOf(data: string): { call: InitiateCall; fault?: undefined } | { call?: undefined; fault: FieldFault } {
  try {
    return { call: decodeInitiateCall(data) };
  } catch (error) {
    if (error instanceof DecodeError)
      return { fault: unreadable(`The contract call cannot be read: ${error.message}.`) };
    throw error;
  }
}

export function readLock(tx: WireEvmTx, terms: EvmTerms): PaymentField<LockField>[] {
  const { call, fault } = initiateOf(tx.data);
  if (fault) return [{ field: 'function', actual: { kind: 'code', text: tx.data.slice(0, 10) }, fault }];
  return [
    { field: 'function', actual: { kind: 'function', name: 'initiate' } },
    ...termFields(call, terms),
    ...orderFields(terms),
  ];
}

const DIFFERENT = {
  redeemer: 'who gets the money',
  timelock: 'how long it is locked',
  amount: 'the amount',
  secretHash: 'the secret',
} as const;

/** @param tx the call that the message replaces, and whose terms it must have. */
export function readLockMessage(tx: WireEvmTx, terms: EvmTerms): PaymentField<MessageField>[] {
  const { route, chain, network, token } = terms;
  const message = readTypedData(route.meta.typedData);
  if (!message)
    return [
      {
        field: 'message',
        actual: { kind: 'none' },
        fault: unreadable('The message to sign is not of the form that is known.'),
      },
    ];
  const { networkId } = networkOf(chain, network);
  const { call, fault } = initiateOf(tx.data);
  const different = call ? differingTerms(message, call) : [];
  const ofCall = call ? termFields(call, terms) : [];
  const held = termFields(message, terms).map((row, index): PaymentField<MessageField> => {
    const { [index]: other } = ofCall;
    if (!other || !different.includes(row.field)) return row;
    const what = `The message and the transaction differ in ${DIFFERENT[row.field]}.`;
    return heldField(row.field, row.actual, other.actual, { agrees: false, what });
  });
  return [
    addressField(
      'contract',
      terms,
      message.verifyingContract,
      route.targetAddress,
      'The message is for another contract.',
    ),
    {
      field: 'message',
      actual: { kind: 'code', text: `Initiate, ${message.name} ${message.version}` },
      ...(fault ? { fault } : faultIf(token === undefined, 'Only tokens can be paid by signature.')),
    },
    heldField(
      'network',
      { kind: 'network', chain, networkId: String(message.chainId) },
      { kind: 'network', chain, networkId: String(networkId) },
      { agrees: message.chainId === BigInt(networkId), what: 'The message is for another network.' },
    ),
    ...held,
  ];
}
