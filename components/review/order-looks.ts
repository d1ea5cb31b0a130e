/** Names each point of what Chainflip's network is told to do with a payment. */
import { CHAINS } from '../../lib/chains/chains.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { Text } from '../../lib/i18n/text.ts';
import type { OrderField } from '../../lib/payments/chainflip/order-fields.ts';
import type { FieldValue } from '../../lib/payments/payment-fields.ts';
import type { FieldLook } from './show-fields.ts';

function assetWords(t: Text, value: FieldValue): string | undefined {
  if (value.kind === 'none') return t('an asset that is not known');
  if (value.kind !== 'asset') return undefined;
  const { symbol, chain } = assetOf(value.asset);
  return t('{asset} on {chain}', { asset: symbol, chain: CHAINS[chain].name });
}

export const orderLooks = (t: Text): Partial<Readonly<Record<OrderField, FieldLook>>> => ({
  buyAsset: { name: t('Buy'), words: (value) => assetWords(t, value) },
  recipient: { name: t('Pay it to') },
  minimumBuy: { name: t('At least, before the fee of sending') },
  retryDuration: { name: t('Try again, then refund') },
  refundAddress: { name: t('Refund to') },
  chunks: { name: t('In parts') },
  boostFee: { name: t('Boost, at most') },
  affiliateFee: { name: t('Fee of this site') },
});
