import type { ProviderId } from '../../lib/domain/provider-id.ts';

const iconOf = (upstream: string): string => `/providers/${upstream.replace(/_STREAMING$/, '').toLowerCase()}.svg`;

/** `/providers/thorchain.svg`: an upstream has one picture for all its ids; a two-leg id has one for each leg. */
export const providerIcons = (id: ProviderId): string[] => id.split('->').map(iconOf);

/** The picture of an id of one leg, or of the first of two. */
export const providerIcon = (id: ProviderId): string => iconOf(id.split('->')[0] ?? id);
