/** Holds what Chainflip is told to do with a payment, read by code of our own, against the route that was reviewed. */

import { toBaseUnits } from '../../domain/amount.ts';
import { assetOf } from '../../domain/asset.ts';
import { cfAssetOf, cfChainNumber } from '../../payments/chainflip/assets.ts';
import { DecodeError } from '../../payments/chainflip/byte-reader.ts';
import { addressHex } from '../../payments/chainflip/destination.ts';
import type { VaultOrder } from '../../payments/chainflip/vault-order.ts';
import { type PayableRoute, refundAddressOf } from '../../payments/payable-route.ts';

type Reviewed = Pick<
  PayableRoute,
  'sellAsset' | 'buyAsset' | 'sourceAddress' | 'destinationAddress' | 'expectedBuyAmountMaxSlippage'
> & { meta?: Pick<PayableRoute['meta'], 'refundAddress'> };

/**
 * Why the order is not the route's, a sentence; undefined where it is. Addresses are compared as bytes, so that it does
 * not matter how an account is spelled.
 */
export function orderFault(order: VaultOrder, route: Reviewed): string | undefined {
  const bought = cfAssetOf(assetOf(route.buyAsset));
  const sold = cfAssetOf(assetOf(route.sellAsset));
  if (!bought || !sold) return 'Chainflip does not know both assets of the route.';
  const { chain } = bought.cf;
  if (order.dstChain !== undefined && order.dstChain !== cfChainNumber(chain)) return 'It pays out on another chain.';
  if (order.dstToken !== bought.number) return 'It buys another asset.';
  if (order.dstAddress !== addressHex(chain, route.destinationAddress)) return 'It pays out to another address.';
  if (order.refundAddress !== undefined && order.refundAddress !== addressHex(sold.cf.chain, refundAddressOf(route)))
    return 'Its refunds go to another address.';
  if (!order.hasLeast) return 'It sets no least price.';
  const guaranteed = toBaseUnits(route.expectedBuyAmountMaxSlippage, bought.decimals, 'exact');
  if (guaranteed === undefined) return 'What the route guarantees cannot be read.';
  return order.leastOutput < guaranteed ? 'It guarantees less than the route.' : undefined;
}

/** The same for an order that is still to be read. @param read throws `DecodeError` where it cannot be. */
export function unreadOrderFault(read: () => VaultOrder, route: Reviewed): string | undefined {
  let order: VaultOrder;
  try {
    order = read();
  } catch (error) {
    if (error instanceof DecodeError) return `What the network is told to do cannot be read: ${error.message}.`;
    throw error;
  }
  return orderFault(order, route);
}
