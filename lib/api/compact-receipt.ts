/** Encodes a swap that ended into a few hundred bytes, which are signed and fit a QR code, and decodes them. */
import type { TrackedTx, TrackResponse } from './schemas/track.ts';
import { fromBase64Url, readJws } from './signatures.ts';

/** One movement of money: `a` amount, `c` asset, `d` address that it was paid to, `h` hash of its transaction. */
export type CompactMove = { a?: string; c?: string; d?: string; h?: string };

/**
 * `q` and `i`: quote and index of its route; `s`: how the swap ended; `v`: the provider; `p`: the payment; `o`: the
 * payout; `r`: the refund; `t`: when the payment was seen and when the swap ended, unix seconds.
 */
export type CompactReceipt = {
  q: string;
  i: number;
  s: 'completed' | 'refunded' | 'failed';
  v?: string;
  p?: CompactMove;
  o?: CompactMove;
  r?: CompactMove;
  t?: [number, number];
};

export const MOST_COMPACT_BYTES = 1024;

function moveOf(tx: TrackedTx | undefined, address: string | undefined): CompactMove | undefined {
  const move = { a: tx?.amount, c: tx?.asset, d: tx?.address ?? address, h: tx?.hash };
  const known = Object.entries(move).filter(([, value]) => value !== undefined && value !== '');
  return tx && known.length > 0 ? Object.fromEntries(known) : undefined;
}

const ENDS = ['completed', 'refunded', 'failed'] as const;

/** Undefined for a swap that has not ended, or whose payment is not the route's. */
export function compactReceiptOf({ success, trackingStatus, data }: TrackResponse): CompactReceipt | undefined {
  const status = ENDS.find((end) => end === trackingStatus);
  const { quoteInfo, route, timeline = [] } = data;
  if (!success || !status || !quoteInfo) return undefined;
  const seconds = (at: string | undefined) => Math.floor(Date.parse(at ?? '') / 1000);
  const times: [number, number] = [seconds(timeline[0]?.at), seconds(timeline.at(-1)?.at)];
  const paidTo = data.depositChannel?.depositAddress ?? route?.inboundAddress ?? route?.targetAddress;
  const moves = {
    p: moveOf(data.inbound, paidTo),
    o: moveOf(data.outbound, quoteInfo.recipientAddress),
    r: moveOf(data.refund, undefined),
  };
  return {
    ...{ q: quoteInfo.quoteId, i: quoteInfo.routeIndex, s: status, v: quoteInfo.provider },
    ...Object.fromEntries(Object.entries(moves).filter(([, move]) => move !== undefined)),
    ...(times.every(Number.isFinite) ? { t: times } : {}),
  };
}

/**
 * Shorter forms, step by step, for a receipt that is too long: amounts and hashes stay, by which the rest can be
 * found.
 */
export function shorterReceipts(receipt: CompactReceipt): CompactReceipt[] {
  const { v: _v, ...bare } = receipt;
  const moves = (change: (move: CompactMove) => CompactMove): CompactReceipt => ({
    ...bare,
    ...(bare.p ? { p: change(bare.p) } : {}),
    ...(bare.o ? { o: change(bare.o) } : {}),
    ...(bare.r ? { r: change(bare.r) } : {}),
  });
  const withoutAddress = ({ d: _d, ...move }: CompactMove): CompactMove => move;
  const withoutContract = ({ c, ...move }: CompactMove): CompactMove => ({
    ...withoutAddress(move),
    ...(c === undefined ? {} : { c: c.split('-')[0] ?? c }),
  });
  return [receipt, bare, moves(withoutAddress), moves(withoutContract)];
}

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9A-Za-z_.:$+/>-]{1,200}$/.test(value) ? value : undefined;

function moveIn(value: unknown): CompactMove | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields: Record<string, unknown> = { ...value };
  const entries = (['a', 'c', 'd', 'h'] as const).flatMap((name) => {
    const text = textIn(fields[name]);
    return text === undefined ? [] : [[name, text] as const];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function timesIn(value: unknown): [number, number] | undefined {
  if (!Array.isArray(value)) return undefined;
  const [paid, ended]: unknown[] = value;
  const isTime = (time: unknown): time is number => Number.isSafeInteger(time) && Number(time) > 0;
  return isTime(paid) && isTime(ended) ? [paid, ended] : undefined;
}

/** The contents of a compact receipt; `verifyReceipt` checks whether it was signed. Undefined for any other text. */
export function readCompactReceipt(compact: string): CompactReceipt | undefined {
  const bytes = compact.length <= MOST_COMPACT_BYTES ? fromBase64Url(readJws(compact)?.payload ?? '') : undefined;
  if (!bytes || bytes.length === 0) return undefined;
  try {
    const fields: Record<string, unknown> = { ...JSON.parse(new TextDecoder().decode(bytes)) };
    const [quote, status] = [textIn(fields.q), ENDS.find((end) => end === fields.s)];
    const index = fields.i;
    if (quote === undefined || !status || typeof index !== 'number' || !Number.isInteger(index)) return undefined;
    const [v, p, o, r, t] = [textIn(fields.v), moveIn(fields.p), moveIn(fields.o), moveIn(fields.r), timesIn(fields.t)];
    return {
      ...{ q: quote, i: index, s: status },
      ...(v ? { v } : {}),
      ...(p ? { p } : {}),
      ...(o ? { o } : {}),
      ...(r ? { r } : {}),
      ...(t ? { t } : {}),
    };
  } catch {
    return undefined;
  }
}
