import type { ReactNode } from 'react';
import { WalletProvider } from '../components/wallet/wallet-provider.tsx';
import { settings } from '../lib/config/env.ts';

/** Gives the pages inside it the wallets that this deployment offers. */
export function PageWallets({ children }: { children: ReactNode }) {
  const { network, evmWallets } = settings();
  return (
    <WalletProvider
      network={network.name}
      evm={evmWallets}
      scripts={network.pageScripts.map((_, index) => `/page-scripts/${index}`)}
    >
      {children}
    </WalletProvider>
  );
}
