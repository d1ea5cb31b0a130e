/**
 * Explains field by field what a THORChain or Maya swap memo instructs, so that people can compare it with what they
 * want.
 */
import type { Text } from '../../lib/i18n/text.ts';
import { mayMean } from '../../lib/payments/thor-family/memo-assets.ts';
import { byteLength, expandLimit, limitDecimals, splitMemo } from '../../lib/payments/thor-family/swap-memo.ts';
import { percent } from '../ui/format.ts';

/** `key` identifies the field in every language. */
export type MemoField = { key: MemoKey; name: string; value: string; raw: string };
export type MemoKey = 'action' | 'asset' | 'destination' | 'refund' | 'limit' | 'stream' | 'affiliate';
export type DecodedMemo = { fields: MemoField[]; bytes: number } | { fields?: undefined; bytes: number };

export function decimal(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return fraction ? `${digits.slice(0, -decimals)}.${fraction}` : digits.slice(0, -decimals);
}

function limitText(t: Text, raw: string, symbol: string, decimals: number): string {
  const units = expandLimit(raw);
  if (raw === '' || units === 0n) return t('none: the swap goes through at any price');
  return units === undefined ? raw : `${decimal(units, decimals)} ${symbol}`;
}

function streamText(t: Text, interval: string, quantity: string): string {
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

function affiliateText(t: Text, names: string, bps: string): string {
  const shares = bps.split('/');
  return names
    .split('/')
    .map((name, i) => {
      const share = Number(shares[i] ?? shares[0] ?? '');
      return share > 0 ? `${name}: ${percent(share / 100, t.tag)}` : name;
    })
    .join(', ');
}

/** "ETH.ETH (e)": the asset that the short form can mean comes first; a contract's address is in the memo itself. */
function assetText(written: string, buyAsset: string): string {
  const [plain = buyAsset] = buyAsset.split('-');
  return written.toUpperCase() === plain.toUpperCase() || !mayMean(written, buyAsset)
    ? written
    : `${plain} (${written})`;
}

/** @param buyAsset the asset that the route buys, which the memo may write in short. */
export function decodeMemo(t: Text, memo: string, buyAsset: string): DecodedMemo {
  const bytes = byteLength(memo);
  const fields = splitMemo(memo);
  if (!fields) return { bytes };
  const { action, asset, destination, refund, limit, interval, quantity = '', affiliates, bps } = fields;
  const symbol = buyAsset.slice(buyAsset.indexOf('.') + 1).split('-')[0] ?? '';
  const field = (key: MemoKey, name: string, value: string, raw: string): MemoField => ({ key, name, value, raw });
  return {
    bytes,
    fields: [
      field('action', t('Do'), t('swap what arrives'), action),
      field('asset', t('Buy'), assetText(asset, buyAsset), asset),
      field('destination', t('Pay it to'), destination || t('the sender'), destination),
      ...(refund ? [field('refund', t('If it fails, return to'), refund, refund)] : []),
      field('limit', t('Your limit'), limitText(t, limit, symbol, limitDecimals(buyAsset)), limit),
      ...(interval === undefined
        ? []
        : [field('stream', t('Swapped in'), streamText(t, interval, quantity), [interval, quantity].join('/'))]),
      ...(affiliates === ''
        ? []
        : [field('affiliate', t('Fee for'), affiliateText(t, affiliates, bps), `${affiliates}:${bps}`)]),
    ],
  };
}
