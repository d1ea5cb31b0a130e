/**
 * Says field by field what a THORChain or Maya swap memo orders, so that people can compare it with what they want.
 * Grammar: THORNode x/thorchain/memo, `(SWAP|s|=):ASSET:DEST[/REFUND]:LIM[/INTERVAL[/QUANTITY]]:AFFILIATE:BPS`.
 */
import type { Text } from '../../lib/i18n/text.ts';
import { percent } from '../ui/format.ts';
import { mayMean } from './memo-assets.ts';

/** `key` names the field whatever the language. */
export type MemoField = { key: MemoKey; name: string; value: string; raw: string };
export type MemoKey = 'action' | 'asset' | 'destination' | 'refund' | 'limit' | 'stream' | 'affiliate';
export type DecodedMemo = { fields: MemoField[]; bytes: number } | { fields?: undefined; bytes: number };

/** Limits count 1e8 units whatever the asset, save these of Maya. */
const LIMIT_DECIMALS: Readonly<Record<string, number>> = { 'MAYA.CACAO': 10, 'MAYA.MAYA': 4 };

/** Decimals in which the memo of a swap for this asset counts its limit. */
export const limitDecimals = (buyAsset: string): number => LIMIT_DECIMALS[buyAsset.toUpperCase()] ?? 8;

export const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** `161e6` and `161000000` are one limit. Undefined where it is neither. */
export function expandLimit(text: string): bigint | undefined {
  const match = /^(\d{1,40})(?:e(\d{1,2}))?$/i.exec(text);
  if (!match) return undefined;
  return BigInt(match[1] ?? '0') * 10n ** BigInt(match[2] ?? '0');
}

/** The fields as they stand; undefined for what is no swap. */
export type MemoParts = {
  action: string;
  asset: string;
  destination: string;
  refund: string | undefined;
  limit: string;
  interval: string | undefined;
  quantity: string | undefined;
  affiliates: string;
  bps: string;
};

export function memoParts(memo: string): MemoParts | undefined {
  const [action = '', asset = '', target = '', terms = '', affiliates = '', bps = ''] =
    memo.split('|')[0]?.split(':') ?? [];
  if (!/^(swap|s|=)$/i.test(action) || asset === '') return undefined;
  const [destination = '', refund] = target.split('/');
  const [limit = '', interval, quantity] = terms.split('/');
  return { action, asset, destination, refund, limit, interval, quantity, affiliates, bps };
}

export function decimal(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return fraction ? `${digits.slice(0, -decimals)}.${fraction}` : digits.slice(0, -decimals);
}

function limitWords(t: Text, raw: string, symbol: string, decimals: number): string {
  const units = expandLimit(raw);
  if (raw === '' || units === 0n) return t('none: the swap goes through at any price');
  return units === undefined ? raw : `${decimal(units, decimals)} ${symbol}`;
}

function streamWords(t: Text, interval: string, quantity: string): string {
  const every =
    interval === '0' || interval === ''
      ? t('as fast as blocks allow')
      : t.count(Number(interval), { one: 'one every block', other: 'one every {n} blocks' });
  const parts =
    quantity === '0' || quantity === ''
      ? t('as many parts as the network chooses')
      : t.count(Number(quantity), { one: '{n} part', other: '{n} parts' });
  return t('{parts}, {every}', { parts, every });
}

function affiliateWords(t: Text, names: string, bps: string): string {
  const shares = bps.split('/');
  return names
    .split('/')
    .map((name, i) => {
      const share = Number(shares[i] ?? shares[0] ?? '');
      return share > 0 ? `${name}: ${percent(share / 100, t.tag)}` : name;
    })
    .join(', ');
}

/** "ETH.ETH (e)": what the short form can mean stands first; the contract's address stands in the memo itself. */
function assetWords(written: string, buyAsset: string): string {
  const [plain = buyAsset] = buyAsset.split('-');
  return written.toUpperCase() === plain.toUpperCase() || !mayMean(written, buyAsset)
    ? written
    : `${plain} (${written})`;
}

/** @param buyAsset the asset that the route buys, which the memo may write in short. */
export function decodeMemo(t: Text, memo: string, buyAsset: string): DecodedMemo {
  const bytes = byteLength(memo);
  const parts = memoParts(memo);
  if (!parts) return { bytes };
  const { action, asset, destination, refund, limit, interval, quantity = '', affiliates, bps } = parts;
  const symbol = buyAsset.slice(buyAsset.indexOf('.') + 1).split('-')[0] ?? '';
  const field = (key: MemoKey, name: string, value: string, raw: string): MemoField => ({ key, name, value, raw });
  return {
    bytes,
    fields: [
      field('action', t('Do'), t('swap what arrives'), action),
      field('asset', t('Buy'), assetWords(asset, buyAsset), asset),
      field('destination', t('Pay it to'), destination || t('the sender'), destination),
      ...(refund ? [field('refund', t('If it fails, return to'), refund, refund)] : []),
      field('limit', t('You get at least'), limitWords(t, limit, symbol, limitDecimals(buyAsset)), limit),
      ...(interval === undefined
        ? []
        : [field('stream', t('Swapped in'), streamWords(t, interval, quantity), [interval, quantity].join('/'))]),
      ...(affiliates === ''
        ? []
        : [field('affiliate', t('Fee for'), affiliateWords(t, affiliates, bps), `${affiliates}:${bps}`)]),
    ],
  };
}
