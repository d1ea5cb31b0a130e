/**
 * wagmi's configuration: the EVM chains of this network over our own gateway, wallets that announce themselves
 * (EIP-6963), the silent one, and those that the deployment lists. Nothing of WalletConnect without a project id, no SDK
 * of a single wallet, a Safe only inside Safe's own site.
 */
import { connectorsForWallets, type WalletList } from '@rainbow-me/rainbowkit';
import {
  bitgetWallet,
  imTokenWallet,
  injectedWallet,
  ledgerWallet,
  okxWallet,
  rainbowWallet,
  safepalWallet,
  safeWallet,
  trustWallet,
  uniswapWallet,
  walletConnectWallet,
  zerionWallet,
} from '@rainbow-me/rainbowkit/wallets';
import { defineChain, type Chain as ViemChain } from 'viem';
import { type Config, createConfig, createConnector, createStorage, http } from 'wagmi';
import { safe } from 'wagmi/connectors';
import { createGatewayClient } from '../../api/gateway.ts';
import type { NetworkName } from '../../chains/chain.ts';
import { CHAIN_LIST, networkOf } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { type EvmWalletId, type EvmWalletSettings, isProjectId } from '../../domain/evm-wallets.ts';
import { hasSilentWallet, listenForWallets } from './announced.ts';
import { isInsideSafe } from './safe-frame.ts';

type Wallets = WalletList[number]['wallets'];

/** RainbowKit requires one even when no WalletConnect wallet is listed; it is never used. */
const NO_PROJECT = 'none';

const LISTED: Record<EvmWalletId, Wallets[number]> = {
  walletConnect: walletConnectWallet,
  ledger: ledgerWallet,
  rainbow: rainbowWallet,
  trust: trustWallet,
  zerion: zerionWallet,
  uniswap: uniswapWallet,
  okx: okxWallet,
  bitget: bitgetWallet,
  safepal: safepalWallet,
  imToken: imTokenWallet,
};

/** RainbowKit's entry, but its Safe connects only on Safe's own site. */
const onlySafe: Wallets[number] = () => ({
  ...safeWallet(),
  createConnector: (details) =>
    createConnector((config) => ({
      ...safe({ allowedDomains: [/^https:\/\/app\.safe\.global$/] })(config),
      ...details,
    })),
});

const evmChains = CHAIN_LIST.filter((chain) => chain.kind === 'evm' && chain.tradable);

export const evmChainNumber = (chain: ChainId, network: NetworkName): number =>
  Number(networkOf(chain, network).networkId);

function viemChain(id: ChainId, network: NetworkName, rpcUrl: string): ViemChain {
  const chain = evmChains.find((candidate) => candidate.id === id);
  if (!chain) throw new Error(`${id} is no EVM chain`);
  const { native, name } = chain;
  return defineChain({
    id: evmChainNumber(id, network),
    name: network === 'sandbox' ? `${name} (sandbox)` : name,
    nativeCurrency: { name: native.name, symbol: native.shownSymbol ?? native.symbol, decimals: native.decimals },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
}

/** The wallets for RainbowKit's list; a group without wallets would make it throw. */
export function walletGroups(
  { projectId, wallets }: EvmWalletSettings,
  page: { silent: boolean; insideSafe: boolean },
): WalletList {
  const own: Wallets = [
    ...(page.insideSafe ? [onlySafe] : []),
    // Without a wallet it would be offered as installed and wait for ever.
    ...(page.silent ? [injectedWallet] : []),
  ];
  const listed: Wallets = projectId && isProjectId(projectId) ? wallets.map((id) => LISTED[id]) : [];
  return [
    { groupName: 'Installed', wallets: own },
    { groupName: 'Others', wallets: listed },
  ].filter((group) => group.wallets.length > 0);
}

export function createEvmConfig(network: NetworkName, settings: EvmWalletSettings): Config {
  // Before wagmi listens, so that it never sees a discontinued wallet.
  listenForWallets();
  const gateway = createGatewayClient({ baseUrl: globalThis.location.origin });
  const [first, ...rest] = evmChains.map((chain) => viemChain(chain.id, network, gateway.rpcUrl(chain.id)));
  if (!first) throw new Error('there is no EVM chain');
  const groups = walletGroups(settings, { silent: hasSilentWallet(), insideSafe: isInsideSafe() });
  const connectors =
    groups.length > 0
      ? connectorsForWallets(groups, { appName: 'Portage', projectId: settings.projectId ?? NO_PROJECT })
      : [];
  return createConfig({
    chains: [first, ...rest],
    connectors,
    multiInjectedProviderDiscovery: true,
    // wagmi then reconnects after the first render instead of in the middle of it.
    ssr: true,
    storage: createStorage({ storage: safeLocalStorage, key: 'portage.evm' }),
    transports: Object.fromEntries([first, ...rest].map((chain) => [chain.id, http(chain.rpcUrls.default.http[0])])),
  });
}

/** Partitioned frames may forbid storage: the connection is then lost with the page. */
const safeLocalStorage = {
  getItem: (key: string) => attempt(() => globalThis.localStorage.getItem(key)) ?? null,
  setItem: (key: string, value: string) => void attempt(() => globalThis.localStorage.setItem(key, value)),
  removeItem: (key: string) => void attempt(() => globalThis.localStorage.removeItem(key)),
};
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
