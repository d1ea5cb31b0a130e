/** What a payment that stopped is told as: above all, whether money may be under way. */
import { PaymentError, type PaymentFault } from '../../lib/wallet/wallet-types.ts';

export type FailedPayment = {
  phase: 'failed';
  title: string;
  message: string;
  nothingSent: boolean;
  /** True: what was to be signed is too old, or the price has left it behind, and only a new quote helps. */
  expired: boolean;
  /** A payment may be under way. */
  hash?: string;
};

/** Where nothing was sent: what happened, by its kind. */
const TITLES: Partial<Record<PaymentFault, string>> = {
  priceMoved: 'The price has moved',
  lowGas: 'Too little for gas',
  insufficientFunds: 'Too little to sell',
  wrongNetwork: 'Your wallet is on another network',
  wrongAccount: 'Your wallet has another account selected',
  replaced: 'The allowance was not given',
  mismatch: 'Not signed: it differs from what you reviewed',
  expired: 'This quote is too old',
};

/** Faults that asking again with the same transaction cannot mend. */
const NEEDS_NEW_QUOTE: ReadonlySet<PaymentFault | undefined> = new Set(['expired', 'priceMoved']);

/**
 * @param hash known so far. Some chains name a transaction before it is sent, and a service that refused it may have
 * passed it on all the same; only one that has lapsed no service takes any more, so that nothing was sent for certain.
 */
export function paymentFailure(error: unknown, hash: string | undefined): FailedPayment {
  const known = error instanceof PaymentError ? error : undefined;
  const lapsed = known?.fault === 'expired' && known.nothingSent;
  const nothingSent = known?.nothingSent === true && (hash === undefined || lapsed);
  const expired = nothingSent && NEEDS_NEW_QUOTE.has(known?.fault);
  if (known?.fault === 'rejected' && nothingSent)
    return {
      phase: 'failed',
      title: 'You rejected the request',
      message: 'Nothing was sent.',
      nothingSent,
      expired: false,
    };
  const after = nothingSent
    ? 'Nothing was sent.'
    : 'A payment may be under way: look at its hash before you try again.';
  const message = known?.message ?? 'The wallet answered with an error.';
  return {
    phase: 'failed',
    title: nothingSent
      ? ((known && TITLES[known.fault]) ?? 'The payment was not made')
      : 'We cannot tell yet whether the payment was made',
    message: message.includes(after) ? message : `${message} ${after}`,
    nothingSent,
    expired,
    ...(hash && !nothingSent ? { hash } : {}),
  };
}
