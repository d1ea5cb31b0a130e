'use client';
import { useWallets } from '../wallet/wallet-context.ts';
import { SwapScreen, type SwapScreenProps } from './swap-screen.tsx';

/** The swap screen with the page's wallets. */
export const SwapPage = (props: Omit<SwapScreenProps, 'wallets'>) => <SwapScreen wallets={useWallets()} {...props} />;
