/**
 * Judges whether an account with code can pay a route. Needs nothing of wagmi.
 *
 * THORChain and Maya observe only top-level transactions of plain accounts; a payment by a contract or a delegated
 * account is lost to them (THORNode docs, "Sending transactions"). Chainflip, 1inch and Garden accept both, but a
 * contract's wallet returns an id of its own instead of a hash, and only Safe can be asked for the transaction.
 */
import { type PayableRoute, upstreamOf } from '../../payments/payable-route.ts';
import { payeeTraits } from '../../payments/traits.ts';

/** EIP-7702: the code of an account that delegates to a contract. */
const DELEGATED = /^0xef0100[0-9a-f]{40}$/i;

export type PayerCode = 'none' | 'contract' | 'delegated';

/** @param code as `eth_getCode` answers. */
export function payerCodeOf(code: string | undefined): PayerCode {
  if (code === undefined || code === '0x') return 'none';
  return DELEGATED.test(code) ? 'delegated' : 'contract';
}

/** `unseen`: the payment would be lost. `unnamed`: its wallet does not say which transaction pays. */
export type PayerFault = 'unseen' | 'unnamed';

/** @param isSafe the account is a Safe that can be asked for its transaction. */
export function payerFault(route: PayableRoute, code: PayerCode, isSafe: boolean): PayerFault | undefined {
  if (code === 'none') return undefined;
  if (route.memo !== undefined || payeeTraits(upstreamOf(route)).isOrderedByMemo) return 'unseen';
  return code === 'contract' && !isSafe ? 'unnamed' : undefined;
}
