import type { ReactNode } from 'react';
import { ActivityButton } from '../../components/activity/activity-button.tsx';
import { WalletButton } from '../../components/wallet/wallet-button.tsx';
import { PageWallets } from '../page-wallets.tsx';
import { SiteFrame } from '../site-frame.tsx';

/** Frames the pages on which people swap and follow swaps. */
export default function SwapLayout({ children }: { children: ReactNode }) {
  return (
    <PageWallets>
      <SiteFrame activity={<ActivityButton />} wallet={<WalletButton />}>
        {children}
      </SiteFrame>
    </PageWallets>
  );
}
