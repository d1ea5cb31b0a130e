/** Every upstream that this deployment can ask, one line each; an id that cannot run here is not among them. */
import type { ChainClients } from '../chain-clients/chain-clients.ts';
import type { Settings } from '../config/env.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import { createChainflip } from './chainflip/index.ts';
import { createGarden } from './garden/index.ts';
import { createJupiter } from './jupiter/index.ts';
import { createOneinch } from './oneinch/index.ts';
import type { Provider, ProviderDeps } from './provider.ts';
import { createThorFamily } from './thor-family/index.ts';
import { createTwoLegProviders } from './two-leg/index.ts';

export type RegistryDeps = ProviderDeps & { settings: Pick<Settings, 'network'>; clients: ChainClients };

const thor = ({ settings: { network }, ...deps }: RegistryDeps): Provider[] =>
  network.thornode.length === 0
    ? []
    : [
        createThorFamily({
          ...deps,
          variant: 'thor',
          network: network.name,
          nodeUrls: network.thornode,
          nodePerSecond: network.perSecond.thornode,
          midgardUrls: network.thorchainMidgard,
        }),
      ];

const maya = ({ settings: { network }, ...deps }: RegistryDeps): Provider[] =>
  network.mayanode.length === 0
    ? []
    : [
        createThorFamily({
          ...deps,
          variant: 'maya',
          network: network.name,
          nodeUrls: network.mayanode,
          nodePerSecond: network.perSecond.mayanode,
          midgardUrls: network.mayachainMidgard,
        }),
      ];

const chainflip = ({ settings: { network }, ...deps }: RegistryDeps): Provider[] =>
  network.chainflipBackend.length + network.chainflipRpc.length === 0
    ? []
    : [
        createChainflip({
          ...deps,
          network: network.name,
          backendUrls: network.chainflipBackend,
          rpcUrls: network.chainflipRpc,
          brokerUrl: network.chainflipBroker,
          brokerId: network.chainflipBrokerId,
        }),
      ];

const oneinch = ({ settings: { network }, ...deps }: RegistryDeps): Provider[] =>
  network.oneinch === undefined
    ? []
    : [createOneinch({ ...deps, ...network.oneinch, network: network.name, baseUrls: [network.oneinch.url] })];

const garden = ({ settings: { network }, ...deps }: RegistryDeps): Provider[] =>
  network.garden === undefined
    ? []
    : [createGarden({ ...deps, network: network.name, urls: [network.garden.url], appId: network.garden.appId })];

const jupiter = ({ settings: { network }, ...deps }: RegistryDeps): Provider[] =>
  network.jupiter === undefined
    ? []
    : [createJupiter({ ...deps, ...network.jupiter, baseUrls: [network.jupiter.url] })];

const UPSTREAMS: readonly ((deps: RegistryDeps) => Provider[])[] = [thor, maya, chainflip, oneinch, jupiter, garden];

/** Routes of two legs come where both of their legs' upstreams are. */
export function createProviders(deps: RegistryDeps): Provider[] {
  const providers = UPSTREAMS.flatMap((create) => create(deps));
  const { settings, clients, now, log } = deps;
  const { name, chainflipCcmReceivers: receivers } = settings.network;
  return [...providers, ...createTwoLegProviders({ providers, receivers, network: name, clients, now, log })];
}

/** The provider behind each id; an id that cannot run here has none. */
export const providersById = (providers: readonly Provider[]): ReadonlyMap<ProviderId, Provider> =>
  new Map(providers.flatMap((provider) => provider.ids.map((id) => [id, provider] as const)));
