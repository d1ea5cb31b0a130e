'use client';
import { createContext, type ReactNode, useContext } from 'react';
import type { NetworkName } from '../../lib/chains/chain.ts';

const NetworkContext = createContext<NetworkName>('mainnet');

/** Passes down which network this deployment serves; the server says it once, in the layout. */
export const NetworkProvider = ({ network, children }: { network: NetworkName; children: ReactNode }) => (
  <NetworkContext value={network}>{children}</NetworkContext>
);

export const useNetwork = (): NetworkName => useContext(NetworkContext);
