/**
 * Splits the memo of a swap into its fields. Grammar: THORNode x/thorchain/memo,
 * `(SWAP|s|=):ASSET:DEST[/REFUND]:LIM[/INTERVAL[/QUANTITY]]:AFFILIATE:BPS`.
 */

/** The fields as they are written. */
export type MemoFields = {
  action: string;
  asset: string;
  destination: string;
  refund: string | undefined;
  limit: string;
  interval: string | undefined;
  quantity: string | undefined;
  affiliates: string;
  bps: string;
  /** The remainder: an aggregator that the network would call with the output, or data for a contract. */
  more: string;
};

/** Limits count 1e8 units for every asset except these of Maya. */
const LIMIT_DECIMALS: Readonly<Record<string, number>> = { 'MAYA.CACAO': 10, 'MAYA.MAYA': 4 };

/** Decimals in which the memo of a swap for this asset counts its limit. */
export const limitDecimals = (buyAsset: string): number => LIMIT_DECIMALS[buyAsset.toUpperCase()] ?? 8;

export const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** `161e6` and `161000000` are the same limit. Undefined for other text. */
export function expandLimit(text: string): bigint | undefined {
  const match = /^(\d{1,40})(?:e(\d{1,2}))?$/i.exec(text);
  if (!match) return undefined;
  return BigInt(match[1] ?? '0') * 10n ** BigInt(match[2] ?? '0');
}

/** Undefined when the memo orders no swap. */
export function splitMemo(memo: string): MemoFields | undefined {
  const [order = '', ...data] = memo.split('|');
  const [action = '', asset = '', target = '', terms = '', affiliates = '', bps = '', ...more] = order.split(':');
  if (!/^(swap|s|=)$/i.test(action) || asset === '') return undefined;
  const [destination = '', refund, ...others] = target.split('/');
  const [limit = '', interval, quantity, ...numbers] = terms.split('/');
  const behind = [...others, ...numbers, ...more, ...data].join('');
  return { action, asset, destination, refund, limit, interval, quantity, affiliates, bps, more: behind };
}

/** A share as networks write it; NaN for other text, so that nothing is subtracted and no text means two numbers. */
const shareOf = (text: string): number => (/^\d{0,5}$/.test(text) ? Number(text) : Number.NaN);

/** The sum of all affiliates' basis points; NaN when one of them is not a number. */
export function affiliateBps({ affiliates, bps }: Pick<MemoFields, 'affiliates' | 'bps'>): number {
  const shares = bps.split('/');
  if (affiliates === '') return 0;
  return affiliates.split('/').reduce((sum, _, index) => sum + shareOf(shares[index] ?? shares[0] ?? ''), 0);
}
