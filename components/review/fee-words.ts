/** Each fee of a route by a name that people know, and who gets it. */
import type { WireFee, WireRoute } from '../../lib/api/schemas/route.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { PROVIDER_NAMES } from '../../lib/domain/provider-id.ts';
import type { Text } from '../../lib/i18n/text.ts';

export type FeeWords = { name: string; who: string };

/** Chainflip takes its fees off the deposit, the swap and the payout; the interface has fewer words for them. */
function chainflipFee(t: Text, fee: WireFee): FeeWords | undefined {
  if (!fee.protocol.startsWith('CHAINFLIP')) return undefined;
  if (fee.type === 'inbound' && fee.included)
    return {
      name: t('Taking in on {chain}', { chain: CHAINS[fee.chain].name }),
      who: t('to Chainflip, for the deposit; taken off it'),
    };
  if (fee.type === 'priority')
    return { name: t('Boost'), who: t('to those who lend your deposit until it is confirmed') };
  if (fee.type === 'liquidity')
    return { name: t('Fee of {name}', { name: 'Chainflip' }), who: t('to the network, taken from the swap in USDC') };
  return undefined;
}

/** Who takes what where one swap on one chain, or an order, is the way. */
function ownFee(t: Text, fee: WireFee): FeeWords | undefined {
  const chain = CHAINS[fee.chain].name;
  if (fee.protocol === 'GARDEN' && fee.type === 'liquidity')
    return { name: t('Fee of {name}', { name: 'Garden' }), who: t('to Garden and the solver who pays you out') };
  if (fee.protocol === 'GARDEN' && fee.type === 'outbound')
    return {
      name: t('Paying out on {chain}', { chain }),
      who: t('to the solver; it is taken off what you get'),
    };
  if (fee.protocol === 'JUPITER' && (fee.type === 'network' || fee.type === 'inbound'))
    return {
      name: t('Network fee on {chain}', { chain }),
      who: t('signature, priority, and rent for a token account where one is opened; you pay it on top'),
    };
  if (fee.protocol === 'JUPITER' && fee.type === 'liquidity')
    return { name: t('Pool fee'), who: t('to those who fund the pools that Jupiter goes through') };
  return undefined;
}

/** Of a Bitcoin-family payment only the transaction itself says what it costs. */
const isEstimate = ({ chain }: WireFee, { meta }: WireRoute): boolean =>
  CHAINS[chain].kind === 'utxo' && meta.txType !== 'PSBT';

export function feeWords(t: Text, fee: WireFee, route: WireRoute): FeeWords {
  const own = chainflipFee(t, fee) ?? ownFee(t, fee);
  if (own) return own;
  const { affiliate } = route.meta;
  const chain = CHAINS[fee.chain].name;
  const name = PROVIDER_NAMES[fee.protocol].split(',')[0] ?? fee.protocol;
  switch (fee.type) {
    case 'liquidity':
      return { name: t('Pool fee'), who: t('to those who fund the pools of {name}', { name }) };
    case 'outbound':
      return { name: t('Sending on {chain}', { chain }), who: t('to {name}, for the payout', { name }) };
    case 'inbound':
    case 'network':
      return {
        name: isEstimate(fee, route)
          ? t('Network fee on {chain}, estimated', { chain })
          : t('Network fee on {chain}', { chain }),
        who: t('to the network of {chain}; you pay it on top', { chain }),
      };
    case 'affiliate':
      return {
        name: t('Fee of this site'),
        who: affiliate ? t('to {name}', { name: affiliate }) : t('to whoever runs this site'),
      };
    case 'tax':
      return { name: t('Token tax'), who: t('to whoever the token names') };
    case 'priority':
      return { name: t('Priority fee'), who: t('to the validators of {chain}', { chain }) };
  }
}
