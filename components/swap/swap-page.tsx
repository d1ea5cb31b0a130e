'use client';
import type { OffProvider } from '../../lib/domain/provider-id.ts';
import { useWallets } from '../wallet/wallet-context.ts';
import { SwapScreen } from './swap-screen.tsx';

/** The swap screen with the page's wallets. @param offProviders whom this deployment does not ask, and why. */
export const SwapPage = ({ offProviders }: { offProviders?: readonly OffProvider[] }) => (
  <SwapScreen wallets={useWallets()} offProviders={offProviders} />
);
