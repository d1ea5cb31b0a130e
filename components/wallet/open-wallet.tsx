'use client';
import { useState } from 'react';
import { walletLink } from '../../lib/wallet/evm/wallet-link.ts';
import { buttonClasses } from '../ui/button.tsx';
import { useText } from '../ui/text.tsx';

/**
 * Shown while the page waits for a wallet on the same phone: a press opens it in browsers that did not do so by
 * themselves.
 */
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
