/** For tests: why an EVM payment is blocked, as a wallet would report it. */
import type { EvmContext, EvmFacts } from '../evm/evm-terms.ts';
import { type EvmPayment, readEvmPayment } from '../evm/read-payment.ts';
import type { PaidBy, PayableRoute } from '../payable-route.ts';
import { firstFault } from '../payment-fields.ts';

type At = Pick<EvmContext, 'network' | 'nowSeconds'> & EvmFacts;

const readAt = (route: PayableRoute, { network, nowSeconds, ...facts }: At, by: PaidBy) =>
  readEvmPayment(route, { network, ...(nowSeconds === undefined ? {} : { nowSeconds }), facts }, by);

/** Undefined when it may be signed; an unreadable one counts as a mismatch. */
export function evmFault(route: PayableRoute, at: At, by: PaidBy = 'transaction'): 'mismatch' | 'expired' | undefined {
  const fault = firstFault(readAt(route, at, by).sections);
  return fault?.code === 'unreadable' ? 'mismatch' : fault?.code;
}

/** What goes to the wallet. @throws when the payment is blocked. */
export function evmRead(route: PayableRoute, at: At): Pick<EvmPayment, 'tx' | 'approvals'> {
  const { sections, tx, approvals } = readAt(route, at, 'transaction');
  const fault = firstFault(sections);
  if (fault) throw new Error(fault.message);
  return { tx, approvals };
}
