'use client';
import '@rainbow-me/rainbowkit/styles.css';
import './rainbowkit.css';
import { RainbowKitProvider, useConnectModal } from '@rainbow-me/rainbowkit';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { memo, useEffect, useRef, useState } from 'react';
import { type Config, useAccount, useConnectors, useDisconnect, WagmiProvider } from 'wagmi';
import { connect, reconnect } from 'wagmi/actions';
import type { NetworkName } from '../../lib/chains/chain.ts';
import type { EvmWalletSettings } from '../../lib/domain/evm-wallets.ts';
import { regionalTag } from '../../lib/i18n/locales.ts';
import { createEvmConfig } from '../../lib/wallet/evm/config.ts';
import { connectorOf } from '../../lib/wallet/evm/connector-of.ts';
import { recall } from '../../lib/wallet/storage.ts';
import { PaymentError } from '../../lib/wallet/wallet-types.ts';
import { shareNonce } from '../ui/page-nonce.ts';
import { useText } from '../ui/text.tsx';

/**
 * What the light part of the page knows about RainbowKit's state. `closedCount` counts how often its modal was closed.
 */
export type EvmState = {
  config: Config;
  address: string | undefined;
  walletName: string | undefined;
  walletId: string | undefined;
  /** The chain id of the network that the wallet is on. */
  chainId: number | undefined;
  settled: boolean;
  /** Opens RainbowKit's own list; undefined while it cannot be opened, when a wallet is connected for instance. */
  open: (() => void) | undefined;
  closedCount: number;
  /** Connects by the connector's id: an announced wallet's reverse domain name, `injected` or `safe`. */
  connectWith: (id: string) => Promise<string | undefined>;
  disconnect: () => void;
};

async function connectWith(config: Config, id: string): Promise<string | undefined> {
  const connector = await connectorOf(config, id);
  if (!connector)
    throw new PaymentError('disconnected', 'This wallet is not in the page any more. Unlock it and reload.', {
      nothingSent: true,
    });
  if (config.state.current && config.state.connections.get(config.state.current)?.connector.id === id)
    return config.state.connections.get(config.state.current)?.accounts[0];
  const { accounts } = await connect(config, { connector });
  return accounts[0];
}

/** wagmi looks for the last wallet only once, at its start; this hook finds one that announces itself later. */
function useLateWallet(config: Config, status: string): void {
  const connectors = useConnectors();
  const tried = useRef(0);
  useEffect(() => {
    if (status !== 'disconnected' || connectors.length === tried.current) return;
    tried.current = connectors.length;
    if (recall('evm') === true) void reconnect(config);
  }, [config, connectors, status]);
}

function Reporter({ config, onState }: { config: Config; onState: (state: EvmState) => void }) {
  const { address, chainId, connector, status } = useAccount();
  const { openConnectModal, connectModalOpen } = useConnectModal();
  const { disconnect } = useDisconnect();
  useLateWallet(config, status);
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
      walletId: connector?.id,
      chainId,
      settled: status === 'connected' || status === 'disconnected',
      open: openConnectModal,
      closedCount,
      connectWith: (id) => connectWith(config, id),
      disconnect: () => disconnect(),
    });
  }, [
    config,
    address,
    chainId,
    connector?.name,
    connector?.id,
    status,
    openConnectModal,
    closedCount,
    disconnect,
    onState,
  ]);
  return null;
}

/**
 * RainbowKit and wagmi, loaded only when an EVM wallet is needed; reports its state upwards and renders its modal.
 * Memoised, because wagmi's provider reconnects at every rendering: rendering it for a state that it has itself
 * reported would never end.
 */
export const EvmBridge = memo(function EvmBridge({
  network,
  settings,
  onState,
}: {
  network: NetworkName;
  settings: EvmWalletSettings;
  onState: (state: EvmState) => void;
}) {
  const { locale } = useText();
  const [config] = useState(() => {
    shareNonce();
    return createEvmConfig(network, settings);
  });
  const [client] = useState(() => new QueryClient());
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={client}>
        <RainbowKitProvider
          theme={null}
          modalSize="compact"
          locale={regionalTag(locale)}
          appInfo={{ appName: 'Portage' }}
        >
          <Reporter config={config} onState={onState} />
        </RainbowKitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  );
});
