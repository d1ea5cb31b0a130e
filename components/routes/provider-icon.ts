import type { ProviderId } from '../../lib/domain/provider-id.ts';

/** `/providers/thorchain.svg`: an upstream has one picture for all its ids; a two-leg id has that of its first leg. */
export const providerIcon = (id: ProviderId): string =>
  `/providers/${(id.split('->')[0] ?? id).replace(/_STREAMING$/, '').toLowerCase()}.svg`;
