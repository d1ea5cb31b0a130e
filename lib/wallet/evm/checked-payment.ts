/** Passes a payment on only if its bytes are the route's. */
import type { WireEvmTx } from '../../api/schemas/route.ts';
import type { EvmContext, EvmFacts } from '../../payments/evm/evm-terms.ts';
import { readEvmPayment } from '../../payments/evm/read-payment.ts';
import type { PaidBy, PayableRoute } from '../../payments/payable-route.ts';
import { firstFault, unreadable } from '../../payments/payment-fields.ts';
import { refusal } from '../refuse.ts';

/**
 * The route's transaction and its approvals, in the order in which they are sent.
 * @throws {PaymentError} `mismatch` or `expired`; nothing was sent.
 */
export function checkedEvmPayment(
  route: PayableRoute,
  at: Pick<EvmContext, 'network' | 'nowSeconds'> & { facts: EvmFacts },
  by: PaidBy = 'transaction',
): { tx: WireEvmTx; approvals: WireEvmTx[] } {
  const { sections, tx, approvals } = readEvmPayment(route, at, by);
  const fault = firstFault(sections);
  if (fault || !tx) throw refusal(fault ?? unreadable('The transaction cannot be read.'));
  return { tx, approvals };
}
