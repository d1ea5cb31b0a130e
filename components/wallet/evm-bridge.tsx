'use client';
import '@rainbow-me/rainbowkit/styles.css';
import './rainbowkit.css';
import { RainbowKitProvider, useConnectModal } from '@rainbow-me/rainbowkit';
import { memo, useEffect, useRef, useState } from 'react';
import { type Config, useAccount, useDisconnect, WagmiProvider } from 'wagmi';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { createEvmConfig } from '../../lib/wallet/evm/config.ts';

/** What the light part of the page knows of the heavy one. `closedAt` counts how often the modal was closed. */
export type EvmState = {
  config: Config;
  address: string | undefined;
  walletName: string | undefined;
  settled: boolean;
  open: (() => void) | undefined;
  closedCount: number;
  disconnect: () => void;
};

function Reporter({ config, onState }: { config: Config; onState: (state: EvmState) => void }) {
  const { address, connector, status } = useAccount();
  const { openConnectModal, connectModalOpen } = useConnectModal();
  const { disconnect } = useDisconnect();
  const wasOpen = useRef(false);
  const [closedCount, setClosedCount] = useState(0);
  useEffect(() => {
    if (wasOpen.current && !connectModalOpen) setClosedCount((count) => count + 1);
    wasOpen.current = connectModalOpen;
  }, [connectModalOpen]);
  useEffect(() => {
    onState({
      config,
      address,
      walletName: connector?.name,
      settled: status === 'connected' || status === 'disconnected',
      open: openConnectModal,
      closedCount,
      disconnect: () => disconnect(),
    });
  }, [config, address, connector?.name, status, openConnectModal, closedCount, disconnect, onState]);
  return null;
}

/**
 * RainbowKit and wagmi, loaded only once an EVM wallet is asked for; reports its state upwards and draws its modal.
 * Memoised, because wagmi's provider connects anew whenever it is rendered: rendering it for a state that it has
 * itself reported would never end.
 */
export const EvmBridge = memo(function EvmBridge({
  network,
  onState,
}: {
  network: NetworkName;
  onState: (state: EvmState) => void;
}) {
  const [config] = useState(() => createEvmConfig(network));
  return (
    <WagmiProvider config={config}>
      <RainbowKitProvider theme={null} modalSize="compact" appInfo={{ appName: 'Portage' }}>
        <Reporter config={config} onState={onState} />
      </RainbowKitProvider>
    </WagmiProvider>
  );
});
