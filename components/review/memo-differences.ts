/** Every point in which a memo orders something else than the route that was reviewed. */
import { sameAddress } from '../../lib/chains/address.ts';
import { toBaseUnits } from '../../lib/domain/amount.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { Text } from '../../lib/i18n/text.ts';
import type { PayableRoute } from '../../lib/wallet/wallet-types.ts';
import { percent } from '../ui/format.ts';
import { byteLength, decodeMemo, expandLimit, limitDecimals, type MemoKey, memoParts } from './decode-memo.ts';
import type { Difference } from './signing.ts';

type Codes = Readonly<Record<string, string>>;
/** Source: THORNode common/asset.go and mayanode common/asset.go, short codes of memos. */
const THOR_CODES: Codes = {
  a: 'AVAX.AVAX',
  b: 'BTC.BTC',
  c: 'BCH.BCH',
  d: 'DOGE.DOGE',
  e: 'ETH.ETH',
  f: 'BASE.ETH',
  g: 'GAIA.ATOM',
  l: 'LTC.LTC',
  o: 'SOL.SOL',
  r: 'THOR.RUNE',
  s: 'BSC.BNB',
  z: 'ZEC.ZEC',
  rune: 'THOR.RUNE',
  tcy: 'THOR.TCY',
  ruji: 'THOR.RUJI',
};
const MAYA_CODES: Codes = {
  a: 'ARB.ETH',
  b: 'BTC.BTC',
  c: 'MAYA.CACAO',
  d: 'DASH.DASH',
  e: 'ETH.ETH',
  k: 'KUJI.KUJI',
  r: 'THOR.RUNE',
  x: 'XRD.XRD',
  z: 'ZEC.ZEC',
  cacao: 'MAYA.CACAO',
};

/** Whether the memo's asset can mean `asset`: whole, by its code, or with the end of a contract's address. */
function means(written: string, asset: string, codes: Codes): boolean {
  const [given, full] = [written.toUpperCase(), asset.toUpperCase()];
  if (given === full) return true;
  const code = written.toLowerCase();
  if (Object.hasOwn(codes, code)) return codes[code] === full;
  const [chain = '', rest = ''] = full.split('.');
  // Codes of two letters name a token of a chain by its first letter. Source: mayanode common/asset.go.
  if (!given.includes('.')) return given.length === 2 && chain.startsWith(given.charAt(0));
  const [ticker = '', address = ''] = rest.split('-');
  const [asked = '', tail = ''] = given.split('-');
  return asked === `${chain}.${ticker}` && (tail === '' || address.endsWith(tail));
}

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
> & { meta: Pick<PayableRoute['meta'], 'affiliateFee'> };

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
    return field && reviewed !== undefined ? [{ name: field.name, reviewed, signed: field.value }] : [];
  };
  const codes = route.providers?.[0]?.startsWith('MAYA') ? MAYA_CODES : THOR_CODES;
  const fee = route.meta.affiliateFee ?? 0;
  const { destinationAddress, sourceAddress } = route;
  return [
    ...tooLong,
    ...said('asset', means(parts.asset, route.buyAsset, codes) ? undefined : route.buyAsset),
    ...said(
      'destination',
      samePlace(route.buyAsset, parts.destination, destinationAddress) ? undefined : destinationAddress,
    ),
    ...said(
      'refund',
      parts.refund === undefined || samePlace(route.sellAsset, parts.refund, sourceAddress) ? undefined : sourceAddress,
    ),
    ...said('limit', limitFault(route, parts.limit)),
    ...said('affiliate', sumBps(parts.affiliates, parts.bps) > fee ? percent(fee / 100, t.tag) : undefined),
  ];
}
