/** Ensures that the wallet still has the reviewed account selected: it may change without an event. */
import { sameAddress } from '../chains/address.ts';
import { walletFault } from './injected.ts';
import { wrongAccount } from './refuse.ts';
import type { InjectedWallet } from './wallet-kinds.ts';
import { type ConnectedAccount, PaymentError } from './wallet-types.ts';

/**
 * May open the wallet, to be unlocked. Wallets that cannot be asked pass: their signature is checked afterwards.
 * @throws {PaymentError} `wrongAccount`, `locked`, `disconnected`, `rejected`; nothing was sent.
 */
export async function assertSelected(wallet: InjectedWallet, account: ConnectedAccount): Promise<void> {
  if (!wallet.accountNow) return;
  const now = await wallet.accountNow(account.chain).catch((error: unknown) => {
    throw walletFault(error);
  });
  if (now === undefined)
    throw new PaymentError(
      'locked',
      `${account.walletName} is locked, or not connected to this page any more. Unlock it, or connect it again.`,
      { nothingSent: true },
    );
  if (sameAddress(account.chain, now, account.address)) return;
  throw wrongAccount();
}
