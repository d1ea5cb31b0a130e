/** Declares 1inch's traits for the core. */
import { msg } from '../../i18n/text.ts';
import type { ProviderTraits } from '../provider-traits.ts';

export const ONEINCH_TRAITS: ProviderTraits = {
  helpUrl: 'https://help.1inch.io',
  settlesInOneTransaction: true,
  isPaidByOwnCall: true,
  firstLegText: msg('From your wallet one call of 1inch’s router.'),
};
