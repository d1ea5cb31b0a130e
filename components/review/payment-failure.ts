/** Explains a payment that stopped: what happened, what it means for the money, what to do. */
import { msg, type Text } from '../../lib/i18n/text.ts';
import { PaymentError, type PaymentFault } from '../../lib/wallet/wallet-types.ts';

export type FailedPayment = {
  phase: 'failed';
  fault: PaymentFault;
  nothingSent: boolean;
  /** True where what was to be signed is too old or the price has moved on, so that only a new quote helps. */
  expired: boolean;
  /** The payment may be under way. */
  hash?: string;
  /** The own sentence of the wallet, the chain or the service, in English. */
  detail?: string;
};

type FailureSentences = { title: string; remedy: string };

/** Where nothing was sent: what happened, and what helps. */
export const NOTHING_SENT: Readonly<Record<PaymentFault, FailureSentences>> = {
  rejected: {
    title: msg('You rejected the request'),
    remedy: msg('Press the button again if you want to go on.'),
  },
  permitRefused: {
    title: msg('The allowance was not signed'),
    remedy: msg('Press the button again to sign it, or give the allowance by a transaction.'),
  },
  mismatch: {
    title: msg('Not signed: it differs from what you reviewed'),
    remedy: msg(
      'Ask for a new quote, or take another route. If it happens again, do not trust that wallet or this site.',
    ),
  },
  expired: { title: msg('This quote is too old'), remedy: msg('Get a new quote; your addresses stay as they are.') },
  insufficientFunds: {
    title: msg('Too little to sell'),
    remedy: msg('Sell less, or send some to this account first.'),
  },
  lowGas: {
    title: msg('Too little for gas'),
    remedy: msg('Send some of the chain’s own coin to this account, then press the button again.'),
  },
  priceMoved: {
    title: msg('The price has moved'),
    remedy: msg('Get a new quote, or allow more slippage.'),
  },
  priceUnknown: {
    title: msg('The price could not be checked'),
    remedy: msg('Press the button again in a moment.'),
  },
  replaced: {
    title: msg('The allowance was not given'),
    remedy: msg('Press the button again, and approve the allowance when your wallet asks.'),
  },
  wrongAccount: {
    title: msg('Your wallet has another account selected'),
    remedy: msg('Choose the account that you reviewed, or get a new quote for this one.'),
  },
  wrongNetwork: {
    title: msg('Your wallet is on another network'),
    remedy: msg('Switch the network in your wallet, then press the button again.'),
  },
  notSupported: {
    title: msg('This cannot be paid with this wallet'),
    remedy: msg('Take another route or wallet, or pay by hand if offered.'),
  },
  contractAccount: {
    title: msg('This account is a contract'),
    remedy: msg(
      'This route cannot detect a payment from this account. Pay from a plain account, or choose another route.',
    ),
  },
  delegatedAccount: {
    title: msg('This account runs a contract’s code (EIP-7702)'),
    remedy: msg(
      'This route cannot detect a payment from this account. Revoke the delegation in your wallet, pay from a plain account, or choose another route.',
    ),
  },
  busy: {
    title: msg('Your wallet already has an open request'),
    remedy: msg('Open your wallet and answer it, then press the button again.'),
  },
  locked: { title: msg('Your wallet is locked'), remedy: msg('Unlock it, then press the button again.') },
  disconnected: {
    title: msg('Your wallet is no longer connected'),
    remedy: msg('Close this, connect it again, and go on: your form is as you left it.'),
  },
  refusedByNetwork: {
    title: msg('The network refused the payment'),
    remedy: msg('Get a new quote and try again, or take another route.'),
  },
  vetoed: {
    title: msg('The site around this frame did not allow it'),
    remedy: msg('Ask those who run that site.'),
  },
  unknown: { title: msg('The payment was not made'), remedy: msg('Press the button again, or take another route.') },
};

/** Faults that a retry with the same transaction cannot fix. */
const NEEDS_NEW_QUOTE: ReadonlySet<PaymentFault> = new Set(['expired', 'priceMoved']);

/**
 * @param hash the hash, if known. Some chains name a transaction before it is sent, and a service that refused it may
 * have passed it on all the same. Only an expired transaction is accepted by no service, so that certainly nothing was
 * sent.
 */
export function paymentFailure(error: unknown, hash: string | undefined): FailedPayment {
  const known = error instanceof PaymentError ? error : undefined;
  const fault = known?.fault ?? 'unknown';
  const lapsed = fault === 'expired' && known?.nothingSent === true;
  const nothingSent = known?.nothingSent === true && (hash === undefined || lapsed);
  return {
    phase: 'failed',
    fault,
    nothingSent,
    expired: nothingSent && NEEDS_NEW_QUOTE.has(fault),
    ...(hash && !nothingSent ? { hash } : {}),
    ...(known?.message && fault !== 'rejected' ? { detail: known.message } : {}),
  };
}

export type FailureText = {
  title: string;
  /** What the failure means for the money. */
  money: string;
  remedy: string;
};

/** The three sentences of a failure. */
export function failureText(t: Text, { fault, nothingSent, hash }: FailedPayment): FailureText {
  if (nothingSent) {
    const { title, remedy } = NOTHING_SENT[fault];
    return { title: t(title), money: t('Nothing was sent.'), remedy: t(remedy) };
  }
  return {
    title:
      fault === 'mismatch'
        ? t('Your wallet sent something other than you reviewed')
        : t('We cannot tell yet whether the payment was made'),
    money: t('A payment may be under way.'),
    remedy:
      hash === undefined
        ? t('Check your wallet’s history before you try again.')
        : t('Look at its hash before you try again.'),
  };
}
