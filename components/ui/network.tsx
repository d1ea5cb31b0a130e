'use client';
import { createContext, type ReactNode, useContext } from 'react';
import type { NetworkName } from '../../lib/chains/chain.ts';
import type { WitnessNodes } from '../../lib/payments/witness.ts';

const WitnessContext = createContext<WitnessNodes>({});
const NetworkContext = createContext<NetworkName>('mainnet');

/** Provides the deployment's network and the witnesses of its reviews, which the server sets once, in the layout. */
export const NetworkProvider = ({
  network,
  witnesses,
  children,
}: {
  network: NetworkName;
  witnesses: WitnessNodes;
  children: ReactNode;
}) => (
  <NetworkContext value={network}>
    <WitnessContext value={witnesses}>{children}</WitnessContext>
  </NetworkContext>
);

export const useNetwork = (): NetworkName => useContext(NetworkContext);

/** Nodes that the deployment names as witnesses, whether or not the person lets the page ask them. */
export const useNamedWitnesses = (): WitnessNodes => useContext(WitnessContext);
