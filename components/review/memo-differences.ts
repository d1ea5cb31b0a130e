/** Every point in which a memo orders something else than the route that was reviewed. */
import { sameAddress } from '../../lib/chains/address.ts';
import { toBaseUnits } from '../../lib/domain/amount.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { type PayableRoute, refundAddressOf } from '../../lib/payments/payable-route.ts';
import { percent } from '../ui/format.ts';
import { byteLength, decodeMemo, expandLimit, limitDecimals, type MemoKey, memoParts } from './decode-memo.ts';
import { codesOf, memoAssetMeans } from './memo-assets.ts';
import type { Difference } from './signing.ts';

/** Prefixes that a node leaves out carry nothing. */
const bare = (address: string): string =>
  address.replace(/^(bitcoincash|bchtest|bchreg):/i, '').replace(/^account_(rdx|tdx_[0-9a-z]+_)1/i, '');

const samePlace = (asset: string, a: string, b: string): boolean => {
  const { chain } = assetOf(asset);
  return sameAddress(chain, a, b) || sameAddress(chain, bare(a), bare(b));
};

const sumBps = (names: string, bps: string): number => {
  const shares = bps.split('/');
  if (names === '') return 0;
  return names.split('/').reduce((sum, _, i) => sum + Number(shares[i] ?? shares[0] ?? 0), 0);
};

type Route = Pick<
  PayableRoute,
  'providers' | 'sellAsset' | 'buyAsset' | 'sourceAddress' | 'destinationAddress' | 'expectedBuyAmountMaxSlippage'
> & { meta: Pick<PayableRoute['meta'], 'affiliateFee' | 'refundAddress'> };

/** Undefined where the memo guarantees at least what the route does. */
function limitFault(route: Route, limit: string): string | undefined {
  const guaranteed = toBaseUnits(route.expectedBuyAmountMaxSlippage, limitDecimals(route.buyAsset), 'down');
  const ordered = limit === '' ? 0n : expandLimit(limit);
  if (guaranteed === undefined || ordered === undefined || ordered < guaranteed)
    return `${route.expectedBuyAmountMaxSlippage} ${assetOf(route.buyAsset).symbol}`;
  return undefined;
}

/**
 * @param limitBytes the longest memo that the chain of the payment carries.
 * A memo that is no swap differs as a whole.
 */
export function memoDifferences(t: Text, memo: string, route: Route, limitBytes: number): Difference[] {
  const bytes = byteLength(memo);
  const tooLong =
    bytes > limitBytes
      ? [
          {
            name: t('Length of the memo'),
            reviewed: t('{n} bytes at most', { n: limitBytes }),
            signed: t('{n} bytes', { n: bytes }),
          },
        ]
      : [];
  const parts = memoParts(memo);
  const { fields = [] } = decodeMemo(t, memo, route.buyAsset);
  if (!parts) return [...tooLong, { name: t('Do'), reviewed: t('swap what arrives'), signed: memo }];
  const said = (key: MemoKey, reviewed: string | undefined): Difference[] => {
    const field = fields.find((one) => one.key === key);
    return field && reviewed !== undefined
      ? [{ name: field.name, reviewed, signed: key === 'asset' ? field.raw : field.value }]
      : [];
  };
  const isAsset = memoAssetMeans(parts.asset, route.buyAsset, codesOf(route.providers));
  const fee = route.meta.affiliateFee ?? 0;
  const { destinationAddress, sourceAddress } = route;
  const refund = refundAddressOf(route);
  return [
    ...tooLong,
    ...said('asset', isAsset ? undefined : route.buyAsset),
    ...said(
      'destination',
      samePlace(route.buyAsset, parts.destination, destinationAddress) ? undefined : destinationAddress,
    ),
    ...(samePlace(route.sellAsset, parts.refund ?? sourceAddress, refund)
      ? []
      : [{ name: t('If it fails, return to'), reviewed: refund, signed: parts.refund ?? sourceAddress }]),
    ...said('limit', limitFault(route, parts.limit)),
    ...said('affiliate', sumBps(parts.affiliates, parts.bps) > fee ? percent(fee / 100, t.tag) : undefined),
  ];
}
