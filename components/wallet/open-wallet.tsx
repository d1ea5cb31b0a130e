'use client';
import { useState } from 'react';
import { walletLink } from '../../lib/wallet/evm/wallet-link.ts';
import { buttonClasses } from '../ui/button.tsx';
import { useText } from '../ui/text.tsx';

/** While a wallet on the same phone is waited for: browsers that did not open it by themselves do so when this is pressed. */
export function OpenWallet() {
  const t = useText();
  const [link] = useState(walletLink);
  if (!link) return null;
  return (
    <a href={link.href} rel="noopener noreferrer" className={`${buttonClasses('quiet', 'small')} mt-1 max-sm:min-h-11`}>
      {t('Open {wallet}', { wallet: link.name })}
    </a>
  );
}
