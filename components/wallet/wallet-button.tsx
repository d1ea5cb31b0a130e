'use client';
import { Wallet } from 'lucide-react';
import { buttonClasses } from '../ui/button.tsx';
import { shortText } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';
import { useWallets } from './wallet-context.ts';

/** The header's button: shows what is connected and opens the wallets. */
export function WalletButton() {
  const t = useText();
  const wallets = useWallets();
  const accounts = wallets?.accounts ?? [];
  const [first] = accounts;
  return (
    <button
      type="button"
      className={`${buttonClasses('quiet', 'small')} max-sm:min-h-11`}
      disabled={!wallets}
      aria-haspopup="dialog"
      onClick={() => wallets?.manage()}
    >
      <span className="sr-only">
        {first
          ? t.count(accounts.length, { one: 'Your wallets: {n} connected', other: 'Your wallets: {n} connected' })
          : t('Connect wallet')}
      </span>
      <Wallet aria-hidden size={16} />
      {first ? (
        <span aria-hidden className="ltr whitespace-nowrap font-mono text-13">
          <span className="max-sm:hidden">{shortText(first.address)}</span>
          <span className="max-[360px]:hidden sm:hidden">{shortText(first.address, 4, 3)}</span>
          {accounts.length > 1 ? ` +${accounts.length - 1}` : ''}
        </span>
      ) : (
        <>
          <span aria-hidden className="max-sm:hidden">
            {t('Connect wallet')}
          </span>
          <span aria-hidden className="max-[360px]:hidden sm:hidden">
            {t('Connect')}
          </span>
        </>
      )}
    </button>
  );
}
