/** Tells of every provider whether this deployment asks it, and if not, in a sentence, why. */
import type { Settings } from '../config/env.ts';
import { PROVIDER_IDS, PROVIDER_NAMES, type ProviderId } from '../domain/provider-id.ts';
import type { Provider } from '../providers/provider.ts';

type Chosen = { providers: Settings['providers']; network: Pick<Settings['network'], 'off'> };

/** Why each provider that the settings want cannot be asked, a missing key say: a sentence. */
export const offProviders = ({ providers, network }: Chosen): Partial<Record<ProviderId, string>> =>
  Object.fromEntries(
    PROVIDER_IDS.flatMap((id) => {
      const reason = network.off[id];
      const isWanted = providers === undefined || providers.includes(id);
      return reason !== undefined && isWanted ? [[id, reason]] : [];
    }),
  );

export type ProviderStatus = { provider: ProviderId; asked: boolean; reason?: string };

/** @param offered the providers, with the ids that this deployment asks by default. */
export function providerStatus(offered: readonly Provider[], chosen: Chosen): ProviderStatus[] {
  const off = offProviders(chosen);
  return PROVIDER_IDS.map((provider) => {
    if (offered.some(({ ids }) => ids.includes(provider))) return { provider, asked: true };
    const reason = off[provider] ?? `This deployment has not enabled ${PROVIDER_NAMES[provider]}.`;
    return { provider, asked: false, reason };
  });
}
