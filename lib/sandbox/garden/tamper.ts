/**
 * Changes an answer as an attacker between Garden and its caller would; the order itself stays unchanged.
 * Fault `tamper` of `garden`, `{"what": "<one of TAMPERINGS>"}`.
 */
import type { Hex } from 'viem';
import { chainOf } from '../../chains/chains.ts';
import { addressOfScript, witnessScript } from '../utxo/scripts.ts';
import type { EvmTransaction, Instructions, OrderJson, TypedData } from './order-json.ts';
import { fault, type Garden } from './state.ts';

/** An account without an owner, so that payments to it can be recognised. */
export const THIEF = '0x00000000000000000000000000000000DeaDBeef';
/** A taproot address that belongs to no order. */
const THIEF_BITCOIN = (() => {
  const { utxo } = chainOf('BTC').sandbox;
  return (utxo && addressOfScript(witnessScript(1, new Uint8Array(32).fill(0xcd)), utxo)) ?? '';
})();
const THIEF_WORD = THIEF.slice(2).toLowerCase().padStart(64, '0');
const OTHER_HASH = 'ab'.repeat(32);
const ONE_WORD = '1'.padStart(64, '0');

const withWord = (data: Hex, at: number, word: string): Hex => {
  const start = 10 + 64 * at;
  return `0x${data.slice(2, start)}${word}${data.slice(start + 64)}`;
};
const moreWord = (data: Hex, at: number): string => {
  const value = BigInt(`0x${data.slice(10 + 64 * at, 10 + 64 * (at + 1))}`);
  return (value * 2n).toString(16).padStart(64, '0');
};

const inCall = (change: (data: Hex) => Hex) => (answer: Instructions) => {
  const { initiate_transaction: call } = answer;
  return call === undefined ? answer : { ...answer, initiate_transaction: { ...call, data: change(call.data) } };
};
const inTransaction = (change: Partial<EvmTransaction>) => (answer: Instructions) => {
  const { initiate_transaction: call } = answer;
  return call === undefined ? answer : { ...answer, initiate_transaction: { ...call, ...change } };
};
const inApproval = (change: (approval: EvmTransaction) => Partial<EvmTransaction>) => (answer: Instructions) => {
  const { approval_transaction: approval } = answer;
  return approval ? { ...answer, approval_transaction: { ...approval, ...change(approval) } } : answer;
};
const inTyped = (change: (typed: TypedData) => Partial<TypedData>) => (answer: Instructions) => {
  const { typed_data: typed } = answer;
  return typed ? { ...answer, typed_data: { ...typed, ...change(typed) } } : answer;
};
const inMessage = (change: Record<string, string>) =>
  inTyped(({ message }) => ({ message: { ...message, ...change } }));

const CHANGES = {
  depositAddress: (answer: Instructions) => (answer.to === undefined ? answer : { ...answer, to: THIEF_BITCOIN }),
  depositAmount: (answer: Instructions) =>
    answer.amount === undefined ? answer : { ...answer, amount: String(BigInt(answer.amount) * 2n) },
  htlc: (answer: Instructions) => {
    const moved = inTransaction({ to: THIEF })(answer);
    const spender = inApproval(({ data }) => ({ data: withWord(data, 0, THIEF_WORD) }))(moved);
    return inTyped(({ domain }) => ({ domain: { ...domain, verifyingContract: THIEF } }))(spender);
  },
  callTo: inTransaction({ to: THIEF }),
  callValue: inTransaction({ value: '0xde0b6b3a7640000' }),
  callChain: inTransaction({ chain_id: 1 }),
  callAmount: inCall((data) => withWord(data, 2, moreWord(data, 2))),
  callRedeemer: inCall((data) => withWord(data, 0, THIEF_WORD)),
  callTimelock: inCall((data) => withWord(data, 1, 'f'.repeat(64))),
  callSecretHash: inCall((data) => withWord(data, 3, OTHER_HASH)),
  callSelector: inCall((data) => `0xa9059cbb${data.slice(10)}`),
  callTail: inCall((data) => `${data}${ONE_WORD}`),
  spender: inApproval(({ data }) => ({ data: withWord(data, 0, THIEF_WORD) })),
  approvalToken: inApproval(() => ({ to: THIEF })),
  approvalAmount: inApproval(({ data }) => ({ data: withWord(data, 1, 'f'.repeat(64)) })),
  typedAmount: inTyped(({ message }) => ({
    message: { ...message, amount: `0x${(BigInt(message.amount ?? '0') * 2n).toString(16)}` },
  })),
  typedRedeemer: inMessage({ redeemer: THIEF }),
  typedTimelock: inMessage({ timelock: '0x1' }),
  typedSecretHash: inMessage({ secretHash: `0x${OTHER_HASH}` }),
  typedContract: inTyped(({ domain }) => ({ domain: { ...domain, verifyingContract: THIEF } })),
  typedChain: inTyped(({ domain }) => ({ domain: { ...domain, chainId: '0x1' } })),
  typedPrimaryType: inTyped(() => ({ primaryType: 'Permit' })),
  typedExtra: inTyped(({ message, types }) => ({
    message: { ...message, destinationData: '0x' },
    types: { ...types, Initiate: [...(types.Initiate ?? []), { name: 'destinationData', type: 'bytes' }] },
  })),
} satisfies Record<string, (answer: Instructions) => Instructions>;

/** The changed fields of the source swap in `GET /orders/{id}`. */
const IN_ORDER = {
  orderRedeemer: { redeemer: 'cd'.repeat(32) },
  orderInitiator: { initiator: THIEF },
  orderDelegate: { delegate: 'cd'.repeat(32) },
  orderSecretHash: { secret_hash: OTHER_HASH },
  orderTimelock: { timelock: 1 },
  orderAmount: { amount: '1' },
} as const;

/** The values that the fault accepts. */
export const TAMPERINGS: readonly string[] = [...Object.keys(CHANGES), ...Object.keys(IN_ORDER), 'orderOwner'];

const wanted = (garden: Garden): string => {
  const what = fault(garden, 'tamper')?.what;
  return typeof what === 'string' ? what : '';
};
const has = <T extends object>(table: T, key: string): key is Extract<keyof T, string> => Object.hasOwn(table, key);

export function tampered(garden: Garden, answer: Instructions): Instructions {
  const what = wanted(garden);
  return has(CHANGES, what) ? CHANGES[what](answer) : answer;
}

export function tamperedOrder(garden: Garden, order: OrderJson): OrderJson {
  const what = wanted(garden);
  if (what === 'orderOwner') return { ...order, destination_swap: { ...order.destination_swap, redeemer: THIEF } };
  return has(IN_ORDER, what) ? { ...order, source_swap: { ...order.source_swap, ...IN_ORDER[what] } } : order;
}
