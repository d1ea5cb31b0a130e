/**
 * Says field by field what a THORChain or Maya swap memo orders, so that people can compare it with what they want.
 * Grammar: THORNode x/thorchain/memo, `(SWAP|s|=):ASSET:DEST[/REFUND]:LIM[/INTERVAL[/QUANTITY]]:AFFILIATE:BPS`.
 */

export type MemoField = { name: string; value: string; raw: string };
export type DecodedMemo = { fields: MemoField[]; bytes: number } | { fields?: undefined; bytes: number };

/** Limits count 1e8 units whatever the asset, save these of Maya. */
const LIMIT_DECIMALS: Readonly<Record<string, number>> = { 'MAYA.CACAO': 10, 'MAYA.MAYA': 4 };

export const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** `161e6` and `161000000` are one limit. Undefined where it is neither. */
export function expandLimit(text: string): bigint | undefined {
  const match = /^(\d{1,40})(?:e(\d{1,2}))?$/i.exec(text);
  if (!match) return undefined;
  return BigInt(match[1] ?? '0') * 10n ** BigInt(match[2] ?? '0');
}

function decimal(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return fraction ? `${digits.slice(0, -decimals)}.${fraction}` : digits.slice(0, -decimals);
}

function limitField(raw: string, symbol: string, decimals: number): MemoField {
  const units = expandLimit(raw);
  const value =
    raw === '' || units === 0n
      ? 'none: the swap goes through at any price'
      : units === undefined
        ? raw
        : `${decimal(units, decimals)} ${symbol}`;
  return { name: 'You get at least', value, raw };
}

function streamField(interval: string, quantity: string): MemoField {
  const every =
    interval === '0' || interval === ''
      ? 'as fast as blocks allow'
      : interval === '1'
        ? 'one every block'
        : `one every ${interval} blocks`;
  const parts =
    quantity === '0' || quantity === ''
      ? 'as many parts as the network chooses'
      : `${quantity} part${quantity === '1' ? '' : 's'}`;
  return { name: 'Swapped in', value: `${parts}, ${every}`, raw: [interval, quantity].join('/') };
}

function affiliateField(names: string, bps: string): MemoField | undefined {
  if (names === '') return undefined;
  const shares = bps.split('/');
  const value = names
    .split('/')
    .map((name, i) => {
      const share = Number(shares[i] ?? shares[0] ?? '');
      return share > 0 ? `${name}: ${share / 100} %` : name;
    })
    .join(', ');
  return { name: 'Fee for', value, raw: `${names}:${bps}` };
}

/** @param buyAsset the asset that the route buys, which the memo may write in short. */
export function decodeMemo(memo: string, buyAsset: string): DecodedMemo {
  const bytes = byteLength(memo);
  const [action = '', asset = '', target = '', terms = '', affiliates = '', bps = ''] =
    memo.split('|')[0]?.split(':') ?? [];
  if (!/^(swap|s|=)$/i.test(action) || asset === '') return { bytes };
  const symbol = buyAsset.slice(buyAsset.indexOf('.') + 1).split('-')[0] ?? '';
  const decimals = LIMIT_DECIMALS[buyAsset.toUpperCase()] ?? 8;
  const [destination = '', refund] = target.split('/');
  const [limit = '', interval, quantity] = terms.split('/');
  const affiliate = affiliateField(affiliates, bps);
  return {
    bytes,
    fields: [
      { name: 'Do', value: 'swap what arrives', raw: action },
      { name: 'Buy', value: buyAsset, raw: asset },
      { name: 'Pay it to', value: destination || 'the sender', raw: destination },
      ...(refund ? [{ name: 'If it fails, return to', value: refund, raw: refund }] : []),
      limitField(limit, symbol, decimals),
      ...(interval === undefined ? [] : [streamField(interval, quantity ?? '')]),
      ...(affiliate ? [affiliate] : []),
    ],
  };
}
