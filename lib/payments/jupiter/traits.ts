/** Declares Jupiter's traits for the core. */
import { msg } from '../../i18n/text.ts';
import type { FeeText, ProviderTraits } from '../provider-traits.ts';

const NETWORK_FEE: FeeText = {
  name: msg('{chain} network fee'),
  who: msg('signature, priority fee and token account rent, paid on top'),
};

export const JUPITER_TRAITS: ProviderTraits = {
  helpUrl: 'https://support.jup.ag',
  settlesInOneTransaction: true,
  isPaidByOwnCall: true,
  firstLegText: msg('From your wallet one transaction of Jupiter’s.'),
  feeTexts: {
    network: NETWORK_FEE,
    inbound: NETWORK_FEE,
    liquidity: { name: msg('Pool fee'), who: msg('to the liquidity providers of the pools that Jupiter uses') },
  },
};
