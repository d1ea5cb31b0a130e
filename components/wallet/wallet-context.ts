'use client';
import { createContext, useContext } from 'react';
import type { Wallets } from '../../lib/wallet/wallet-types.ts';

export const WalletContext = createContext<Wallets | undefined>(undefined);

/** Undefined before hydration, when no wallet can be asked. */
export const useWallets = (): Wallets | undefined => useContext(WalletContext);
