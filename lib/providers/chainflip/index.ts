/** Chainflip as a provider: one adapter for its swap backend, its state chain and a broker, two ids. */
import type { ChainClients } from '../../chain-clients/chain-clients.ts';
import type { NetworkName } from '../../chains/chain.ts';
import { sameAsset } from '../../domain/asset.ts';
import { ProviderError } from '../../domain/errors.ts';
import { operatorsOf } from '../operators.ts';
import {
  type ChannelPolicy,
  NO_CHANNELS,
  type Pair,
  type Provider,
  type ProviderDeps,
  type RegistryDeps,
} from '../provider.ts';
import { quotedBy } from '../quote-errors.ts';
import { createUnitPrices } from '../unit-price.ts';
import { createQuoteAsker } from './ask-quote.ts';
import { createChannelOpener } from './channels.ts';
import { refuseAsset } from './checks.ts';
import { createChainflipClient } from './client.ts';
import { guaranteeFor } from './guarantee.ts';
import { createNetworkState, type NetworkStateSource } from './network-state.ts';
import { pausesOf } from './pauses.ts';
import { type QuoteDeps, quoteSwap } from './quote.ts';
import { createChannelWitness } from './state-chain/confirm-channel.ts';
import { createVaultWitness } from './state-chain/confirm-vault.ts';
import { listTokens } from './tokens.ts';
import { trackChainflip } from './track.ts';
import { createTrackMemory } from './track-memory.ts';
import { buildVaultSwap } from './vault-swap/build.ts';

export type ChainflipOptions = ProviderDeps & {
  network: NetworkName;
  /** Best first. A node is required: it has the minimums below which deposits are lost. */
  backendUrls: readonly string[];
  rpcUrls: readonly string[];
  /** A broker of the deployment's own; without it the backend opens channels, without commission. */
  brokerUrl?: string | undefined;
  /** The account in whose name vault swaps are made. */
  brokerId?: string | undefined;
  /** What happens to a channel that no node can confirm; default: its address is not handed out. */
  unwitnessed?: 'refuse' | 'tell';
  refundAddresses?: ChannelPolicy['refundAddresses'] | undefined;
  channelLimits?: ChannelPolicy['limits'] | undefined;
  clients: ChainClients;
};

const refusal = (state: NetworkStateSource, { sellAsset, buyAsset }: Pair): ReturnType<Provider['refuse']> =>
  refuseAsset(sellAsset, 'Sell', state.lists) ??
  refuseAsset(buyAsset, 'Buy', state.lists) ??
  (sameAsset(sellAsset, buyAsset)
    ? { code: 'quoteNotFound', message: 'The asset cannot be swapped into itself.' }
    : undefined);

export function createChainflip(options: ChainflipOptions): Provider {
  const { clients, network, fetch, now, log, brokerId } = options;
  const urls = { backend: options.backendUrls, rpc: options.rpcUrls, broker: options.brokerUrl };
  const client = createChainflipClient(urls, { fetch, now, log });
  const state = createNetworkState(client, now);
  const setup = { hasBroker: client.hasBroker, brokerId };
  const vaultDeps = { client, clients, confirmVault: createVaultWitness(client.nodes), network, brokerId };
  const channelDeps = {
    policy: {
      limits: options.channelLimits ?? NO_CHANNELS.limits,
      refundAddresses: options.refundAddresses ?? {},
      paysAffiliates: client.hasBroker,
    },
    client,
    state,
    setup,
    network,
    clients,
    unwitnessed: options.unwitnessed ?? 'refuse',
    now,
    log,
  };
  const quoteDeps: QuoteDeps = {
    state,
    ask: createQuoteAsker(client),
    setup,
    unitPrices: createUnitPrices(clients, now),
    now,
    buildVaultSwap: (swap, callOptions) => buildVaultSwap(vaultDeps, swap, callOptions),
  };

  const trackDeps = { client, now, log, memory: createTrackMemory() };

  return {
    name: 'chainflip',
    ids: ['CHAINFLIP', 'CHAINFLIP_STREAMING'],
    refuse: (pair) => refusal(state, pair),
    async quote(request, callOptions) {
      const refused = refusal(state, request);
      if (refused) throw new ProviderError(refused.code, refused.message);
      return quotedBy('Chainflip', callOptions.signal, () => quoteSwap(quoteDeps, request, callOptions));
    },
    track: (leg, callOptions) => trackChainflip(trackDeps, leg, callOptions),
    tokens: ({ signal }) => listTokens(state, signal),
    pauses: async ({ signal }) => pausesOf(state, await state.now(signal)),
    guaranteeFor,
    channels: createChannelOpener({ ...channelDeps, confirm: createChannelWitness(client.nodes) }),
    witnesses: () => ({
      setting: 'CHAINFLIP_RPC_URL',
      needed: 1,
      // Asked only when a channel is opened.
      operators: operatorsOf(options.rpcUrls).map(({ name }) => ({ name, answering: true })),
      differing: [],
    }),
  };
}

/** The provider as a deployment's settings have it; none where they name no service for it. */
export const chainflipFromSettings = ({ settings, ...deps }: RegistryDeps): Provider[] => {
  const { chainflip } = settings.upstreams;
  return chainflip ? [createChainflip({ ...deps, ...chainflip, network: settings.network.name })] : [];
};
