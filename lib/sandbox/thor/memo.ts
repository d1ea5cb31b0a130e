/** Prints swap memos exactly as the nodes do, and parses every spelling that they accept. */
import { formatNodeAsset, type NetworkId, type NodeAsset, parseNodeAsset, shortCodeOf } from './node-asset.ts';

export type Affiliate = {
  name: string;
  /** Undefined means the name's own default (Maya only). */
  bps: bigint | undefined;
};
export type SwapMemo = {
  asset: NodeAsset;
  destination: string;
  refundAddress?: string;
  limit: bigint;
  interval: bigint;
  quantity: bigint;
  affiliates: readonly Affiliate[];
  /** Maya prints five parts when the memo had no bps at all. */
  withoutBps?: boolean;
};

/** The longest memo that a node processes; payments with longer ones are refunded. */
export const MAX_MEMO_BYTES = 250;

/** Prints `=:ASSET:DEST[/REFUND][:LIM[/INT/QTY][:AFF:BPS]]`. Source: memo/memo_swap.go string(short). */
export function printSwapMemo(memo: SwapMemo, network: NetworkId, short: boolean): string {
  const streams = memo.interval > 0n || memo.quantity > 1n;
  const limit = streams
    ? `${memo.limit}/${memo.interval}/${memo.quantity}`
    : memo.limit === 0n
      ? ''
      : memo.limit.toString();
  const asset = (short && shortCodeOf(memo.asset, network)) || formatNodeAsset(memo.asset);
  const shown = (address: string) => (network === 'maya' ? address.replace(/^account_rdx1/, '') : address);
  const destination = shown(memo.destination) + (memo.refundAddress ? `/${shown(memo.refundAddress)}` : '');
  const fields = ['=', asset, destination, limit];
  fields.push(memo.affiliates.map((one) => one.name).join('/'));
  fields.push(memo.affiliates.map((one) => one.bps?.toString() ?? '').join('/'));
  let last = memo.limit > 0n || streams ? 4 : 3;
  if (memo.affiliates.length > 0) last = network === 'maya' && memo.withoutBps ? 5 : 6;
  return fields.slice(0, last).join(':');
}

export type MemoParse = { ok: true; memo: SwapMemo } | { ok: false; reason: string };

/** Parses scientific notation (`161e6`) and plain digits; empty means no limit. */
export function parseLimit(text: string): bigint | undefined {
  if (text === '') return 0n;
  const match = /^(\d{1,30})(?:[eE](\d{1,2}))?$/.exec(text);
  if (!match) return undefined;
  const digits = BigInt(match[1] ?? '0');
  return digits * 10n ** BigInt(match[2] ?? '0');
}

/** Why the text is no memo of a swap at all. */
function headFault(text: string, type = ''): string | undefined {
  if (text.trim() === '') return "memo can't be empty";
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > MAX_MEMO_BYTES) return `memo is too long: ${bytes} > ${MAX_MEMO_BYTES}`;
  return ['=', 's', 'swap'].includes(type.toLowerCase()) ? undefined : `invalid tx type: ${type.slice(0, 40)}`;
}

/** `limit/interval/quantity`. */
function parseTerms(text: string): Pick<SwapMemo, 'limit' | 'interval' | 'quantity'> | string {
  const [limitText = '', intervalText = '', quantityText = ''] = text.split('/');
  const limit = parseLimit(limitText);
  const interval = parseCount(intervalText);
  const quantity = parseCount(quantityText);
  if (limit === undefined) return `swap price limit:${limitText} is invalid`;
  if (interval === undefined) return `failed to parse stream frequency: ${intervalText}`;
  return quantity === undefined ? `failed to parse stream quantity: ${quantityText}` : { limit, interval, quantity };
}

/** `destination/refundAddress`. */
function parsePayees(text: string): Pick<SwapMemo, 'destination' | 'refundAddress'> {
  const slash = text.indexOf('/');
  if (slash < 0) return { destination: text };
  const refundAddress = text.slice(slash + 1);
  return { destination: text.slice(0, slash), ...(refundAddress ? { refundAddress } : {}) };
}

/** Parses a swap memo. `reason` is worded like the node's own. Source: memo/memo_swap.go ParseSwapMemo. */
export function parseSwapMemo(text: string, network: NetworkId): MemoParse {
  const [type, assetText = '', payees = '', termsText = '', names = '', bps = ''] = (text.split('|')[0] ?? '').split(
    ':',
  );
  const fault = headFault(text, type);
  if (fault !== undefined) return { ok: false, reason: fault };
  const home = network === 'thor' ? 'THOR' : 'MAYA';
  const asset = parseNodeAsset(assetText, network, home);
  if (!asset.ok)
    return {
      ok: false,
      reason: `MEMO: ${text}\nPARSE FAILURE(S): cannot parse '${assetText}' as an asset: ${asset.reason}`,
    };
  const terms = parseTerms(termsText);
  if (typeof terms === 'string') return { ok: false, reason: terms };
  const affiliates = parseAffiliates(names, bps, network);
  if (typeof affiliates === 'string') return { ok: false, reason: affiliates };
  return { ok: true, memo: { asset: asset.asset, ...parsePayees(payees), ...terms, affiliates } };
}

const parseCount = (text: string): bigint | undefined =>
  text === '' ? 0n : /^\d{1,18}$/.test(text) ? BigInt(text) : undefined;

function parseAffiliates(names: string, bps: string, network: NetworkId): Affiliate[] | string {
  const list = names === '' ? [] : names.split('/');
  const values = bps === '' ? [] : bps.split('/');
  if (list.length === 0)
    return values.length > 0 && network === 'thor' ? 'affiliate thornames and affiliate fee bps count mismatch' : [];
  if (list.length > 5) return 'maximum allowed affiliates is 5';
  if (values.some((value) => value !== '' && !/^\d{1,5}$/.test(value))) return `cannot parse '${bps}' as an uint array`;
  const spread = values.length === 1 && list.length > 1 ? list.map(() => values[0] ?? '') : values;
  const filled = network === 'maya' && spread.length === 0 ? list.map(() => '') : spread;
  if (filled.length !== list.length) return 'affiliate thornames and affiliate fee bps count mismatch';
  const affiliates = list.map((name, at) => ({ name, bps: filled[at] === '' ? undefined : BigInt(filled[at] ?? '0') }));
  const total = affiliates.reduce((sum, one) => sum + (one.bps ?? 0n), 0n);
  const most = network === 'thor' ? 10_000n : 500n;
  if (total > most) {
    return network === 'thor'
      ? `total affiliate fee basis points can't be more than ${most}`
      : `total affiliate fee basis points must not exceed ${most} (totalBps: ${total})`;
  }
  return affiliates;
}
