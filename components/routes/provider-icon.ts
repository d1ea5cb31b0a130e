import type { ProviderId } from '../../lib/domain/provider-id.ts';

const iconOf = (upstream: string): string => `/providers/${upstream.replace(/_STREAMING$/, '').toLowerCase()}.svg`;

/**
 * Paths like `/providers/thorchain.svg`. All ids of an upstream share one picture; a two-leg id has one for each leg.
 */
export const providerIcons = (id: ProviderId): string[] => id.split('->').map(iconOf);

/** The picture of a provider; of a two-leg id, the first leg's. */
export const providerIcon = (id: ProviderId): string => iconOf(id.split('->')[0] ?? id);
