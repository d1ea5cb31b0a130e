/** Changes answers as a newer, older or hostile server would, if a fault asks for it. */
import { type ChainflipNetwork, fault, type Upstream } from './network.ts';

const SHORT_HEX = /^0x[0-9a-f]{1,13}$/;

type Form = 'hex' | 'number' | 'mixed';

/** Writes numbers in the requested form; `mixed` alternates. Amounts beyond 2^53 stay unchanged. */
function inForm(value: unknown, form: Form, count: { at: number }): unknown {
  if (Array.isArray(value)) return value.map((one) => inForm(one, form, count));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inForm(one, form, count)]));
  const isNumber = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  const isHex = typeof value === 'string' && SHORT_HEX.test(value);
  if (!isNumber && !isHex) return value;
  count.at += 1;
  const wanted = form === 'mixed' ? (count.at % 2 === 0 ? 'hex' : 'number') : form;
  const plain = Number(value);
  return wanted === 'hex' ? `0x${plain.toString(16)}` : plain;
}

/** Adds unknown fields to every object. */
function withUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownFields);
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).map(([key, one]) => [key, withUnknownFields(one)]);
  return { ...Object.fromEntries(known), addedInTheNextRelease: { version: 9, flags: [null, 'x'] } };
}

const isForm = (form: unknown): form is Form => form === 'hex' || form === 'number' || form === 'mixed';

/** An RPC result or a backend body, after the faults of its server. */
export function reshaped(network: ChainflipNetwork, target: Upstream, value: unknown): unknown {
  const numbers = fault(network, target, 'numbers');
  const form = isForm(numbers?.form) ? numbers.form : 'mixed';
  const formed = numbers === undefined ? value : inForm(value, form, { at: 0 });
  return fault(network, target, 'unknownFields') === undefined ? formed : withUnknownFields(formed);
}

/** Reorders the answers of a batch. */
export function reordered(network: ChainflipNetwork, target: Upstream, body: string): string {
  if (fault(network, target, 'shuffleBatch') === undefined || !body.startsWith('[')) return body;
  const answers: unknown = JSON.parse(body);
  return Array.isArray(answers) ? JSON.stringify(answers.toReversed()) : body;
}
