/** Creates the provider of every upstream that this deployment can ask, one line each. */
import type { ProviderId } from '../domain/provider-id.ts';
import { chainflipFromSettings } from './chainflip/index.ts';
import { gardenFromSettings } from './garden/index.ts';
import { jupiterFromSettings } from './jupiter/index.ts';
import { oneinchFromSettings } from './oneinch/index.ts';
import type { Provider, RegistryDeps } from './provider.ts';
import { mayaFromSettings, thorFromSettings } from './thor-family/index.ts';
import { createTwoLegProviders } from './two-leg/index.ts';

const UPSTREAMS: readonly ((deps: RegistryDeps) => Provider[])[] = [
  thorFromSettings,
  mayaFromSettings,
  chainflipFromSettings,
  oneinchFromSettings,
  jupiterFromSettings,
  gardenFromSettings,
];

/** Routes of two legs are offered when the upstreams of both legs are. */
export function createProviders(deps: RegistryDeps): Provider[] {
  const providers = UPSTREAMS.flatMap((create) => create(deps));
  const { settings, clients, now, log } = deps;
  const { network, upstreams } = settings;
  const receivers = upstreams.twoLeg?.receivers ?? {};
  return [...providers, ...createTwoLegProviders({ providers, receivers, network: network.name, clients, now, log })];
}

/** The provider of each id; an id that cannot run here has none. */
export const providersById = (providers: readonly Provider[]): ReadonlyMap<ProviderId, Provider> =>
  new Map(providers.flatMap((provider) => provider.ids.map((id) => [id, provider] as const)));
