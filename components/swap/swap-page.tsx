'use client';
import type { OffProvider } from '../../lib/domain/provider-id.ts';
import { useWallets } from '../wallet/wallet-context.ts';
import { SwapScreen } from './swap-screen.tsx';

/** The swap screen with the page's wallets. `offProviders`: who would be asked here but cannot be, and why. */
export const SwapPage = (_: { offProviders: readonly OffProvider[] }) => <SwapScreen wallets={useWallets()} />;
