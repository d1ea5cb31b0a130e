/** Declares Garden's traits for the core. */
import { msg } from '../../i18n/text.ts';
import type { ProviderTraits } from '../provider-traits.ts';

export const GARDEN_TRAITS: ProviderTraits = {
  helpUrl: 'https://docs.garden.finance',
  locksByHash: true,
  isPaidByOwnCall: true,
  reservationText: msg('Garden is reserving your swap. This usually takes seconds, sometimes a minute…'),
  feeTexts: {
    liquidity: { name: msg('{name} fee'), who: msg('to Garden and the solver who pays you out') },
    outbound: { name: msg('Payout fee ({chain})'), who: msg('to the solver, taken off what you get') },
  },
};
