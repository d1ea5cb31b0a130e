/** Explains failures of wallets, and discontinued ones; every sentence says what to do. */
import { msg, type Text } from '../../lib/i18n/text.ts';
import type { Refused } from '../../lib/wallet/can-sign.ts';
import type { RetiredId } from '../../lib/wallet/retired.ts';
import type { PaymentError, PaymentFault } from '../../lib/wallet/wallet-types.ts';

export type Failure = {
  title: string;
  message: string;
  /** The wallet's own message, in whatever language. */
  detail?: string;
};

const CONNECTING: Partial<Record<PaymentFault, { title: string; message: string }>> = {
  rejected: { title: msg('You rejected the request'), message: msg('Nothing was shared. You can try again.') },
  busy: {
    title: msg('Your wallet already has an open request'),
    message: msg('Answer it in {wallet}, then try again.'),
  },
  locked: { title: msg('Your wallet is locked'), message: msg('Unlock {wallet}, then try again.') },
  wrongNetwork: {
    title: msg('Your wallet is on another network'),
    message: msg('Choose {network} in {wallet}, then try again.'),
  },
  wrongAccount: {
    title: msg('This wallet gave no {network} account'),
    message: msg('Choose or add one in {wallet}, then try again.'),
  },
  disconnected: {
    title: msg('The wallet is no longer available in this page'),
    message: msg('Unlock {wallet} and reload the page.'),
  },
};

/** Why a wallet failed to connect. */
export function connectFailure(t: Text, error: PaymentError, names: { wallet: string; network: string }): Failure {
  const known = CONNECTING[error.fault];
  if (known) return { title: t(known.title, names), message: t(known.message, names) };
  return {
    title: t('The wallet did not connect'),
    message: t('Nothing was shared. You can try again.'),
    detail: error.message,
  };
}

/** Shown instead of the wallet's offer. */
export const RETIRED_TEXTS: Record<RetiredId, string> = {
  ctrl: msg('Ctrl Wallet was shut down in August 2026 after an attack. Move what it still holds to another wallet.'),
  leap: msg('Leap ended in May 2026. Move what it still holds to another wallet.'),
  cosmostation: msg('Cosmostation has not signed anything since September 2026. Use another wallet.'),
  phantomBitcoin: msg('Phantom no longer has Bitcoin. Use another wallet for it.'),
};

/** Shown instead of the offer of a wallet that is present: why it is not used. */
export const REFUSED_TEXTS: Record<Refused, string> = {
  composedDeposit: msg(
    'Vultisig makes this payment by itself, and we could not check what it signs. Use a wallet like Keplr, or pay by hand.',
  ),
  polkadot: msg('We could not check what Vultisig signs on Polkadot. Pay to the deposit address by hand instead.'),
};
