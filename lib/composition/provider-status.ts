/** Lists every provider with whether this deployment asks it, and if not, the reason in a sentence. */
import type { Settings } from '../config/env.ts';
import { type OffProvider, PROVIDER_IDS, PROVIDER_NAMES, type ProviderId } from '../domain/provider-id.ts';
import { NOTHING_OFF, offReason, type SwitchedOff } from '../domain/switches.ts';
import type { Provider } from '../providers/provider.ts';

type Chosen = Pick<Settings, 'providers' | 'off'>;

/**
 * Configured providers that cannot be asked, for lack of a key, say, or that are switched off; in the order of all
 * providers.
 */
export const offProviders = ({ providers, off }: Chosen, switched: SwitchedOff = NOTHING_OFF): OffProvider[] =>
  PROVIDER_IDS.flatMap((provider) => {
    const reason = off[provider] ?? offReason(switched, provider, []);
    const isWanted = providers === undefined || providers.includes(provider);
    return reason !== undefined && isWanted ? [{ provider, reason }] : [];
  });

export type ProviderStatus = { provider: ProviderId; asked: boolean; reason?: string };

/**
 * @param offered the providers, with the ids that this deployment asks by default. @param switched what the operator
 * has switched off now.
 */
export function providerStatus(
  offered: readonly Provider[],
  chosen: Chosen,
  switched: SwitchedOff = NOTHING_OFF,
): ProviderStatus[] {
  const off = new Map(offProviders(chosen).map(({ provider, reason }) => [provider, reason]));
  return PROVIDER_IDS.map((provider) => {
    const stopped = offReason(switched, provider, []);
    if (stopped !== undefined) return { provider, asked: false, reason: stopped };
    if (offered.some(({ ids }) => ids.includes(provider))) return { provider, asked: true };
    const reason = off.get(provider) ?? `This deployment has not enabled ${PROVIDER_NAMES[provider]}.`;
    return { provider, asked: false, reason };
  });
}
