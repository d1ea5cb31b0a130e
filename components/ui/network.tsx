'use client';
import { createContext, type ReactNode, useContext } from 'react';
import type { NetworkName } from '../../lib/chains/chain.ts';

const NetworkContext = createContext<NetworkName>('mainnet');

/** Provides the deployment's network, which the server sets once, in the layout. */
export const NetworkProvider = ({ network, children }: { network: NetworkName; children: ReactNode }) => (
  <NetworkContext value={network}>{children}</NetworkContext>
);

export const useNetwork = (): NetworkName => useContext(NetworkContext);
