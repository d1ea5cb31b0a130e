/** What Chainflip or Garden is told to do with a payment, field by field, and where that is not the review. */

import { fromBaseUnits, toBaseUnits } from '../../lib/domain/amount.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { cfAssetNumbered, cfAssetOf, STATE_CHAIN_BLOCK_SECONDS } from '../../lib/payments/chainflip/assets.ts';
import { addressHex, addressText } from '../../lib/payments/chainflip/destination.ts';
import type { VaultOrder } from '../../lib/payments/chainflip/vault-order.ts';
import type { InitiateTerms } from '../../lib/payments/garden/htlc-call.ts';
import { type PayableRoute, refundAddressOf } from '../../lib/payments/payable-route.ts';
import { lockSeconds } from '../../lib/wallet/garden/check-initiate.ts';
import { assetView } from '../tokens/asset-view.ts';
import { duration, fullAmount, percent } from '../ui/format.ts';
import { Reader } from './signing.ts';

/** As the route spells it where the bytes are the same (accounts of Polkadot have several spellings), else in the chain's way. */
const shownAddress = (bytes: string, chain: string, ofRoute: string): string =>
  addressHex(chain, ofRoute) === bytes ? ofRoute : (addressText(chain, bytes) ?? `0x${bytes}`);

function payout(t: Text, reader: Reader, order: VaultOrder, route: PayableRoute): void {
  const { buyAsset, destinationAddress, expectedBuyAmountMaxSlippage } = route;
  const wanted = cfAssetOf(assetOf(buyAsset));
  const buys = cfAssetNumbered(order.dstToken);
  const view = assetView(buyAsset);
  reader.held(
    {
      name: t('Buy'),
      value: buys
        ? t('{asset} on {chain}', { asset: buys.cf.asset, chain: buys.cf.chain })
        : t('an asset that is not known'),
    },
    wanted?.number === order.dstToken
      ? undefined
      : t('{asset} on {chain}', { asset: view.symbol, chain: view.chainName }),
  );
  if (!buys) return;
  const to = shownAddress(order.dstAddress, buys.cf.chain, destinationAddress);
  reader.held(
    { name: t('Pay it to'), value: to, as: 'address' },
    to === destinationAddress ? undefined : destinationAddress,
  );
  const guaranteed = toBaseUnits(expectedBuyAmountMaxSlippage, buys.decimals, 'down');
  reader.held(
    {
      name: t('At least, before the fee of sending'),
      value: `${fullAmount(fromBaseUnits(order.leastOutput, buys.decimals), t.tag)} ${buys.cf.asset}`,
    },
    guaranteed === undefined || order.leastOutput >= guaranteed
      ? undefined
      : `${fullAmount(expectedBuyAmountMaxSlippage, t.tag)} ${view.symbol}`,
  );
}

/** What is told to Chainflip's network with a payment to its vault. */
export function readVaultOrder(t: Text, order: VaultOrder, route: PayableRoute): Reader {
  const reader = new Reader();
  const sold = cfAssetOf(assetOf(route.sellAsset));
  payout(t, reader, order, route);
  reader.row({
    name: t('Try again, then refund'),
    value: duration(order.retryDurationBlocks * STATE_CHAIN_BLOCK_SECONDS, t.tag),
  });
  const asked = refundAddressOf(route);
  const back =
    order.refundAddress === undefined
      ? route.sourceAddress
      : shownAddress(order.refundAddress, sold?.cf.chain ?? '', asked);
  reader.held({ name: t('Refund to'), value: back, as: 'address' }, back === asked ? undefined : asked);
  if (order.numberOfChunks > 1)
    reader.row({ name: t('In parts'), value: fullAmount(String(order.numberOfChunks), t.tag) });
  if (order.boostFeeBps > 0)
    reader.row({ name: t('Boost, at most'), value: percent(order.boostFeeBps / 100, t.tag, { digits: 3 }) });
  const fee = route.meta.affiliateFee ?? 0;
  if (order.feeBps > 0)
    reader.held(
      { name: t('Fee of this site'), value: percent(order.feeBps / 100, t.tag, { digits: 3 }) },
      order.feeBps <= fee ? undefined : percent(fee / 100, t.tag, { digits: 3 }),
    );
  return reader;
}

/** @param soldUnits what is sold, in base units; undefined where nobody knows the token's decimals. */
export function readLock(
  t: Text,
  terms: InitiateTerms,
  route: PayableRoute,
  { sold, soldUnits }: { sold: (baseUnits: bigint) => string; soldUnits: bigint | undefined },
): Reader {
  const { chain } = assetOf(route.sellAsset);
  const seconds = lockSeconds(chain, terms.timelock);
  return new Reader()
    .held(
      { name: t('Lock'), value: sold(terms.amount) },
      soldUnits === undefined || terms.amount === soldUnits ? undefined : sold(soldUnits),
    )
    .row({
      name: t('Who may take it'),
      value: terms.redeemer,
      as: 'address',
      note: t('only with the secret that is shown once {symbol} is paid to you', {
        symbol: assetView(route.buyAsset).symbol,
      }),
    })
    .row({
      name: t('If nobody does, it can come back after'),
      value: t('{blocks} blocks, about {time}', {
        blocks: fullAmount(terms.timelock.toString(), t.tag),
        time: duration(seconds, t.tag),
      }),
    })
    .row({ name: t('Hash of the secret'), value: terms.secretHash, as: 'code' });
}
