/** Names each fee of a route by a common term, and says who gets it. */
import type { WireFee, WireRoute } from '../../lib/api/schemas/route.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { PROVIDER_NAMES } from '../../lib/domain/provider-id.ts';
import type { Text } from '../../lib/i18n/text.ts';
import type { FeeText } from '../../lib/payments/provider-traits.ts';
import { traitsOf } from '../../lib/payments/traits.ts';

export type FeeLabels = { name: string; who: string };
type FeeRoute = { meta: Pick<WireRoute['meta'], 'affiliate' | 'txType'> };

/** The provider's own fees, whose type says less than the provider's name. */
function ownFee({ protocol, type, included }: WireFee): FeeText | undefined {
  const { feeTexts, opensDepositChannels } = traitsOf(protocol);
  return type === 'inbound' && opensDepositChannels && !included ? undefined : feeTexts?.[type];
}

/** The exact fee of a Bitcoin-family payment is known only from the transaction itself. */
const isEstimate = ({ chain }: WireFee, { meta }: FeeRoute): boolean =>
  CHAINS[chain].kind === 'utxo' && meta.txType !== 'PSBT';

export function feeLabels(t: Text, fee: WireFee, route: FeeRoute): FeeLabels {
  const { affiliate } = route.meta;
  const chain = CHAINS[fee.chain].name;
  const name = PROVIDER_NAMES[fee.protocol].split(',')[0] ?? fee.protocol;
  const own = ownFee(fee);
  if (own) return { name: t(own.name, { chain, name }), who: t(own.who, { chain, name }) };
  switch (fee.type) {
    case 'liquidity':
      return { name: t('Pool fee'), who: t('to the liquidity providers of {name}', { name }) };
    case 'outbound':
      return { name: t('Payout fee ({chain})', { chain }), who: t('to {name}', { name }) };
    case 'inbound':
    case 'network':
      return {
        name: isEstimate(fee, route)
          ? t('{chain} network fee, estimated', { chain })
          : t('{chain} network fee', { chain }),
        who: t('paid on top'),
      };
    case 'affiliate':
      return {
        name: t('Fee of this site'),
        who: affiliate ? t('to {name}', { name: affiliate }) : t('to this site’s operator'),
      };
    case 'tax':
      return { name: t('Token tax'), who: t('to the token’s issuer') };
    case 'priority':
      return { name: t('Priority fee'), who: t('to the validators of {chain}', { chain }) };
  }
}
