/**
 * Defines what a finished swap leaves in the ledger, without an address or a hash, and what many of them amount to.
 */
import { percentile } from './percentile.ts';
import type { ProviderId } from './provider-id.ts';
import type { EstimatedTime, RouteDraft } from './route.ts';
import type { FinalStatus, ReasonCode } from './swap-status.ts';

/** By the worth of what was sold, in USD at the prices of the quote. */
export const SWAP_SIZES = ['under100', 'under1000', 'under10000', 'over10000', 'unpriced'] as const;
export type SwapSize = (typeof SWAP_SIZES)[number];

/** `deposit`: paid to an address that was opened for this swap. `transaction`: paid by a transaction of the route. */
export const PAYMENT_WAYS = ['transaction', 'deposit'] as const;
export type PaymentWay = (typeof PAYMENT_WAYS)[number];

export type LedgerEntry = {
  /** Digest of the quote, the route and what ended the swap: a swap that is stored twice leaves one entry. */
  id: string;
  /** Unix ms. */
  endedAt: number;
  status: FinalStatus;
  reasonCode?: ReasonCode;
  provider: ProviderId;
  /** Asset identifiers. */
  sellAsset: string;
  buyAsset: string;
  size: SwapSize;
  way: PaymentWay;
  /** Decimal amounts of `buyAsset`, as quoted, in proportion to what arrived. */
  quoted: string;
  guaranteed: string;
  /** Present where the swap completed and nothing came back. */
  received?: string;
  /** The estimate of the quote, and the time that each stage took; whole seconds. */
  promised?: EstimatedTime;
  took: Partial<EstimatedTime>;
};

/** Whether a route is paid to an address that was opened for it. A route with a channel may be paid either way. */
export const isPaidByDeposit = ({ inboundAddress, orderId, twoLeg }: RouteDraft): boolean =>
  inboundAddress !== undefined && (orderId ?? twoLeg) !== undefined;

export const sizeOf = (usd: number | undefined): SwapSize => {
  if (usd === undefined) return 'unpriced';
  if (usd < 100) return 'under100';
  if (usd < 1000) return 'under1000';
  return usd < 10_000 ? 'under10000' : 'over10000';
};

/** Fewer swaps than this are not shown: somebody might be recognised by them, and they say little. */
export const LEAST_SHOWN = 5;
/** A payout this near to the quote came as quoted: fees of networks and rounding make up for the rest. */
const isAsQuoted = (receivedPercent: number): boolean => receivedPercent >= 99.9;

/** The 5th, 50th and 95th percentile. */
export type Spread = { p5: number; p50: number; p95: number };

export type LedgerFigures = {
  swaps: number;
  completed: number;
  refunded: number;
  failed: number;
  /** How many of the completed swaps paid out at least as quoted, in percent of them. */
  asQuotedPercent?: number;
  /** What completed swaps paid out, in percent of the quote. */
  received?: Spread;
  /** How long completed swaps took, from the payment to the payout, in seconds. */
  seconds?: Spread;
  /** The same in percent of the time that the quote had promised. */
  pace?: Spread;
  /** Why swaps were refunded or failed, the most frequent first. */
  reasons: { code: ReasonCode; count: number }[];
};

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** In percent, with one digit. */
const share = (count: number, whole: number): number => round((count * 100) / whole, 1);

/** Undefined where too few values are known. */
function spreadOf(values: readonly number[], digits: number): Spread | undefined {
  if (values.length < LEAST_SHOWN) return undefined;
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => round(percentile(sorted, share) ?? 0, digits);
  return { p5: at(0.05), p50: at(0.5), p95: at(0.95) };
}

function receivedPercent({ quoted, received }: LedgerEntry): number | undefined {
  const whole = Number(quoted);
  return received === undefined || whole === 0 ? undefined : (Number(received) * 100) / whole;
}

/** What entries amount to; undefined where they are too few to be shown. */
export function ledgerFigures(entries: readonly LedgerEntry[]): LedgerFigures | undefined {
  if (entries.length < LEAST_SHOWN) return undefined;
  const of = (status: FinalStatus) => entries.filter((entry) => entry.status === status);
  const completed = of('completed');
  const percents = completed.flatMap((entry) => receivedPercent(entry) ?? []);
  const received = spreadOf(percents, 3);
  const seconds = spreadOf(
    completed.flatMap(({ took }) => took.total ?? []),
    0,
  );
  const pace = spreadOf(
    completed.flatMap(({ took, promised }) =>
      took.total !== undefined && promised?.total ? (took.total * 100) / promised.total : [],
    ),
    1,
  );
  const counts = new Map<ReasonCode, number>();
  for (const { reasonCode } of entries) if (reasonCode) counts.set(reasonCode, (counts.get(reasonCode) ?? 0) + 1);
  return {
    swaps: entries.length,
    completed: completed.length,
    refunded: of('refunded').length,
    failed: of('failed').length,
    ...(received === undefined
      ? {}
      : {
          received,
          asQuotedPercent: share(percents.filter(isAsQuoted).length, percents.length),
        }),
    ...(seconds === undefined ? {} : { seconds }),
    ...(pace === undefined ? {} : { pace }),
    reasons: [...counts]
      .map(([code, count]) => ({ code, count }))
      .filter(({ count }) => count >= LEAST_SHOWN)
      .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1)),
  };
}

/** What the last swaps of one provider, from one chain and paid in one way, came to; refunds count as not as quoted. */
export type RouteRecord = { swaps: number; medianSeconds: number; asQuotedPercent: number };

/** The newest swaps of which a route's record is made. */
const LAST_SWAPS = 500;

const recordKey = (provider: string, chain: string, way: PaymentWay | 'any'): string => `${provider} ${chain} ${way}`;

/** By provider, chain of the payment and way; a record of too few swaps is absent. @param entries newest first. */
export function routeRecords(entries: readonly LedgerEntry[]): ReadonlyMap<string, RouteRecord> {
  const keysOf = ({ provider, sellAsset, way }: LedgerEntry) =>
    ([way, 'any'] as const).map((one) => recordKey(provider, sellAsset.split('.')[0] ?? '', one));
  const groups = new Map<string, LedgerEntry[]>();
  for (const entry of entries)
    for (const key of keysOf(entry)) {
      const own = groups.get(key) ?? [];
      groups.set(key, own);
      if (own.length < LAST_SWAPS) own.push(entry);
    }
  const records = [...groups].flatMap(([key, own]): [string, RouteRecord][] => {
    const { seconds } = ledgerFigures(own) ?? {};
    if (!seconds) return [];
    const asQuoted = own.flatMap((entry) => receivedPercent(entry) ?? []).filter(isAsQuoted).length;
    const asQuotedPercent = share(asQuoted, own.length);
    return [[key, { swaps: own.length, medianSeconds: seconds.p50, asQuotedPercent }]];
  });
  return new Map(records);
}

/** The record of swaps like this route. */
export function recordOf(records: ReadonlyMap<string, RouteRecord>, draft: RouteDraft): RouteRecord | undefined {
  const way = isPaidByDeposit(draft) ? 'deposit' : draft.channel ? 'any' : 'transaction';
  return records.get(recordKey(draft.providers[0] ?? '', draft.sell.asset.chain, way));
}

/** The entries of each value of a field, those with the most first. */
export function groupedBy<Key extends string>(
  entries: readonly LedgerEntry[],
  keyOf: (entry: LedgerEntry) => Key,
): [Key, LedgerEntry[]][] {
  const groups = new Map<Key, LedgerEntry[]>();
  for (const entry of entries) {
    const own = groups.get(keyOf(entry)) ?? [];
    groups.set(keyOf(entry), own);
    own.push(entry);
  }
  return [...groups].sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1));
}

/** The times over which figures are shown, in days. */
export const LEDGER_SPANS = { day: 1, week: 7, month: 30 } as const;
export type LedgerSpan = keyof typeof LEDGER_SPANS;
export const LEDGER_SPAN_NAMES = ['day', 'week', 'month'] as const satisfies LedgerSpan[];

const DAY_MS = 86_400_000;
/** The longest of those times. */
export const LEDGER_MS = LEDGER_SPANS.month * DAY_MS;

/** @param now unix ms. */
export const entriesIn = (span: LedgerSpan, entries: readonly LedgerEntry[], now: number): LedgerEntry[] =>
  entries.filter(({ endedAt }) => endedAt > now - LEDGER_SPANS[span] * DAY_MS && endedAt <= now);
