/** Compares a memo with the swap that it must order, field by field, reading it as its network does. */
import { toBaseUnits } from '../../domain/amount.ts';
import { assetOf } from '../../domain/asset.ts';
import { type PayableRoute, refundAddressOf } from '../payable-route.ts';
import { codesOf, memoAssetMeans } from './memo-assets.ts';
import { isSamePayee } from './same-payee.ts';
import { affiliateBps, byteLength, expandLimit, limitDecimals, type MemoFields, splitMemo } from './swap-memo.ts';

/** `more`: anything after the fields of a swap. */
export type MemoField = 'length' | 'action' | 'asset' | 'destination' | 'refund' | 'limit' | 'affiliate' | 'more';

/** As the memo writes them; bytes for `length`, basis points for `affiliate`. */
export type MemoFault = { field: MemoField; asked: string; actual: string };

export type MemoRoute = Pick<
  PayableRoute,
  'providers' | 'sellAsset' | 'buyAsset' | 'sourceAddress' | 'destinationAddress' | 'expectedBuyAmountMaxSlippage'
> & { meta: Pick<PayableRoute['meta'], 'affiliateFee' | 'refundAddress'> };

const isPaidAt = (asset: string, a: string, b: string): boolean => isSamePayee(assetOf(asset).chain, a, b);

/** Whether the memo guarantees at least what the route does. */
function isGuaranteed({ limit }: MemoFields, { buyAsset, expectedBuyAmountMaxSlippage }: MemoRoute): boolean {
  const guaranteed = toBaseUnits(expectedBuyAmountMaxSlippage, limitDecimals(buyAsset), 'down');
  const ordered = limit === '' ? 0n : expandLimit(limit);
  return guaranteed !== undefined && ordered !== undefined && ordered >= guaranteed;
}

/** A number of blocks or parts, or none. */
const isCount = (text: string | undefined): boolean => text === undefined || /^\d{0,5}$/.test(text);

/** Only a route whose id says so is swapped in parts, which takes its time. */
const isPaced = ({ interval = '' }: MemoFields, { providers }: MemoRoute): boolean =>
  /^0*$/.test(interval) || providers?.[0]?.endsWith('_STREAMING') === true;

function swapFaults(fields: MemoFields, route: MemoRoute): MemoFault[] {
  const { buyAsset, sellAsset, sourceAddress, destinationAddress, meta } = route;
  const refund = refundAddressOf(route);
  const fee = meta.affiliateFee ?? 0;
  const bps = affiliateBps(fields);
  const fault = (agrees: boolean, field: MemoField, asked: string, actual: string): MemoFault[] =>
    agrees ? [] : [{ field, asked, actual }];
  return [
    ...fault(memoAssetMeans(fields.asset, buyAsset, codesOf(route.providers)), 'asset', buyAsset, fields.asset),
    ...fault(
      isPaidAt(buyAsset, fields.destination, destinationAddress),
      'destination',
      destinationAddress,
      fields.destination,
    ),
    // Without one, refunds go to the payer.
    ...fault(
      isPaidAt(sellAsset, fields.refund ?? sourceAddress, refund),
      'refund',
      refund,
      fields.refund ?? sourceAddress,
    ),
    ...fault(isGuaranteed(fields, route), 'limit', route.expectedBuyAmountMaxSlippage, fields.limit),
    ...fault(bps <= fee, 'affiliate', String(fee), String(bps)),
    ...fault(
      fields.more === '' && isCount(fields.interval) && isCount(fields.quantity) && isPaced(fields, route),
      'more',
      '',
      fields.more || [fields.interval, fields.quantity].join('/'),
    ),
  ];
}

/** @param limitBytes the longest memo that the chain of the payment carries. */
export function memoFaults(memo: string, route: MemoRoute, limitBytes: number): MemoFault[] {
  const bytes = byteLength(memo);
  const length: MemoFault[] =
    bytes > limitBytes ? [{ field: 'length', asked: String(limitBytes), actual: String(bytes) }] : [];
  const fields = splitMemo(memo);
  return [
    ...length,
    ...(fields ? swapFaults(fields, route) : [{ field: 'action' as const, asked: '=', actual: memo }]),
  ];
}
