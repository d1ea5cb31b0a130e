/** Declares Chainflip's traits for the core. */
import { msg } from '../../i18n/text.ts';
import type { ProviderTraits } from '../provider-traits.ts';

export const CHAINFLIP_TRAITS: ProviderTraits = {
  helpUrl: 'https://docs.chainflip.io',
  witnessPath: '',
  opensDepositChannels: true,
  boosts: ['BTC'],
  limitsUnknownPayments: true,
  reservationText: msg(
    'Chainflip is opening a deposit address for this swap. This usually takes 10 to 20 seconds, sometimes a minute…',
  ),
  feeTexts: {
    inbound: { name: msg('Deposit fee ({name})'), who: msg('taken off the deposit') },
    priority: { name: msg('Boost'), who: msg('to the lenders who advance your deposit until it is confirmed') },
    liquidity: { name: msg('{name} fee'), who: msg('to the network, taken from the swap in USDC') },
  },
};
