/** Shows what a Bitcoin-family transaction pays, output by output. */

import type { NetworkName } from '../../lib/chains/chain.ts';
import { chainOf } from '../../lib/chains/chains.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { isPlainTransfer, type PayableRoute } from '../../lib/payments/payable-route.ts';
import { readPsbtPayment } from '../../lib/payments/utxo/read-utxo.ts';
import type { FieldContext } from './field-look.ts';
import { signingOf } from './field-rows.ts';
import type { Signing } from './signing.ts';

function payeeOf(route: PayableRoute): NonNullable<FieldContext['payee']> {
  // A first leg's channel also has an id, but is no order.
  if (route.meta.orderId !== undefined && !route.meta.bridge) return 'order';
  return route.meta.bridge || isPlainTransfer(route) ? 'channel' : 'vault';
}

/** @throws {Error} when the text is no PSBT, or has parts that cannot be read. */
export function readPsbtSigning(t: Text, psbt: string, route: PayableRoute, network: NetworkName): Signing {
  const { feeUnit } = chainOf(assetOf(route.sellAsset).chain);
  return signingOf(t, readPsbtPayment(psbt, route, network), {
    context: { buyAsset: route.buyAsset, payee: payeeOf(route), ...(feeUnit ? { feeUnit } : {}) },
    title: (section) => (section === 'vaultSwap' ? t('What Chainflip is told to do') : undefined),
    raw: psbt,
  });
}
