/** Chainflip as a provider: one adapter for its swap backend, its state chain and a broker, two ids. */
import type { ChainClients } from '../../chain-clients/chain-clients.ts';
import type { NetworkName } from '../../chains/chain.ts';
import { ProviderError } from '../../domain/errors.ts';
import type { Provider, ProviderDeps } from '../provider.ts';

export type ChainflipOptions = ProviderDeps & {
  network: NetworkName;
  /** Best first. Either may be empty, not both. */
  backendUrls: readonly string[];
  rpcUrls: readonly string[];
  /** A broker of the deployment's own; without it the backend opens channels, unpaid. */
  brokerUrl?: string | undefined;
  /** The account in whose name vault swaps are made. */
  brokerId?: string | undefined;
  clients: ChainClients;
};

export function createChainflip(_options: ChainflipOptions): Provider {
  return {
    name: 'chainflip',
    ids: ['CHAINFLIP', 'CHAINFLIP_STREAMING'],
    refuse: () => undefined,
    quote: async () => {
      throw new ProviderError('unknownError', 'Chainflip could not be quoted.');
    },
    track: async () => ({ observations: [], stale: true }),
    tokens: async () => [],
  };
}
