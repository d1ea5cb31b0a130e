'use client';
import { useWallets } from '../wallet/wallet-context.ts';
import { SwapScreen, type SwapScreenProps } from './swap-screen.tsx';

/** The swap screen, connected to the page's wallets. */
export const SwapPage = (props: Omit<SwapScreenProps, 'wallets'>) => <SwapScreen wallets={useWallets()} {...props} />;
