'use client';
import { useWallets } from '../wallet/wallet-context.ts';
import { SwapScreen } from './swap-screen.tsx';

/** The swap screen with the page's wallets. */
export const SwapPage = () => <SwapScreen wallets={useWallets()} />;
