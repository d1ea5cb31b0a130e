/**
 * wagmi's configuration: the EVM chains of this network over our own gateway, wallets that announce themselves
 * (EIP-6963) and the injected one. No WalletConnect without a project id, no SDK of a single wallet.
 */
import { connectorsForWallets } from '@rainbow-me/rainbowkit';
import { injectedWallet } from '@rainbow-me/rainbowkit/wallets';
import { defineChain, type Chain as ViemChain } from 'viem';
import { type Config, createConfig, createStorage, http } from 'wagmi';
import { createGatewayClient } from '../../api/gateway.ts';
import type { NetworkName } from '../../chains/chain.ts';
import { CHAIN_LIST, networkOf } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { injectedAt } from '../injected.ts';

/** RainbowKit asks for one even where no WalletConnect wallet is listed; it is never used. */
const NO_PROJECT = 'none';

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

export function createEvmConfig(network: NetworkName): Config {
  const gateway = createGatewayClient({ baseUrl: globalThis.location.origin });
  const [first, ...rest] = evmChains.map((chain) => viemChain(chain.id, network, gateway.rpcUrl(chain.id)));
  if (!first) throw new Error('there is no EVM chain');
  // Wallets that announce themselves come by themselves; one for nobody would be offered as installed and wait for ever.
  const connectors = injectedAt('ethereum')
    ? connectorsForWallets([{ groupName: 'Installed', wallets: [injectedWallet] }], {
        appName: 'Portage',
        projectId: NO_PROJECT,
      })
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

/** Partitioned frames may forbid storage: the connection is then forgotten with the page. */
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
