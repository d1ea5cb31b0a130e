'use client';
import { createContext, useContext } from 'react';
import type { Wallets } from '../../lib/wallet/wallet-types.ts';

export const WalletContext = createContext<Wallets | undefined>(undefined);

/** Undefined until the page has come alive: nothing can be asked of a wallet before that. */
export const useWallets = (): Wallets | undefined => useContext(WalletContext);
