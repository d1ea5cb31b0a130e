/**
 * Asks the payment's own chain whether it has the payment, whether it is the route's, whether it will stay, and
 * whether another transaction replaced it.
 */
import type { StoredSwap } from '../db/store.ts';
import { amountText } from '../domain/amount.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { Observation } from '../domain/swap-status.ts';
import { lateReason, type PayChannel } from './channel-payment.ts';
import type { TrackedRoute } from './locate-swap.ts';
import { type Mismatch, mismatchesOf, noChannelPaid } from './payment.ts';
import type { Source, SourceReport, Trace } from './source/source-report.ts';

export type SourceView = {
  /** `belongs`: the chain shows that it is the route's payment. `absent`: the chain does not know it. */
  verdict: 'belongs' | 'mismatch' | 'undecided' | 'absent';
  observations: Observation[];
  /**
   * The transaction's observations when the chain cannot show that it is the route's: they count once the provider
   * confirms it.
   */
  ifVouched?: Observation[];
  mismatch: Mismatch[];
  trace: Trace | null;
  /** The payment came after its channel had ended. */
  isLate?: boolean;
  /** All recipients, as far as the chain shows them. */
  recipients?: string[];
  /** The chain's node lags behind: that it does not know the payment proves nothing. */
  isBehind?: boolean;
};

export type SourceQuery = {
  source: Source;
  route: TrackedRoute;
  swap: StoredSwap;
  /** The channel that this view assumes as the way of the payment. */
  channel?: PayChannel | undefined;
  /** The hash of the payment, or of the transaction that replaced it. */
  hash: string;
  /** Unix ms when the chain first showed it; undefined before. */
  seenAt: number | undefined;
  now: () => number;
  signal: AbortSignal;
};

/** Block times are whole seconds, and some chains' run ahead or behind: a time before the first sight is not used. */
function factsOf(report: SourceReport, { now, seenAt, channel, route }: SourceQuery): Observation[] {
  const { tx, final, failed, cause, at } = report;
  const late = channel && lateReason(channel, tx.blockNumber);
  const when = Math.max(at ?? now(), seenAt ?? 0);
  if (failed !== undefined)
    return [{ kind: 'inboundFailed', at: when, reason: failed, ...(cause ? { cause } : {}), tx }];
  if (final && late !== undefined) return [{ kind: 'inboundFailed', at: when, reason: late, cause: 'expired', tx }];
  return [{ kind: 'inboundSeen', at: when, tx, final }, ...otherThanOrdered(report, route.draft, when)];
}

/** An order is for exactly one amount: the chain already shows a payment of another one. A channel takes any amount. */
function otherThanOrdered({ payment }: SourceReport, draft: RouteDraft, at: number): Observation[] {
  const { orderId, inboundAddress, sell, twoLeg } = draft;
  const paid = payment?.baseUnits;
  if (
    twoLeg !== undefined ||
    orderId === undefined ||
    inboundAddress === undefined ||
    paid === undefined ||
    paid === sell.baseUnits
  )
    return [];
  const reason = `${amountText(sell, paid)} was paid, and the order is for exactly ${amountText(sell)}: another amount may not be swapped. What is not swapped comes back when the time lock has run out.`;
  return [{ kind: 'held', at, leg: 0, reason }];
}

const UNKNOWN_REPLACEMENT =
  'Another transaction of the sender took its place. If that one pays this route, track it by its own hash.';

async function afterVanishing(query: SourceQuery): Promise<SourceView> {
  const { source, route, swap, hash, now, signal } = query;
  const absent: SourceView = { verdict: 'absent', observations: [], mismatch: [], trace: swap.trace };
  if (query.seenAt === undefined || swap.trace === null) return absent;
  const { draft } = route;
  const replacement = await source.replacementOf({ draft, hash, signal, trace: swap.trace });
  if (!replacement) return absent;
  const at = now();
  const { byHash } = replacement;
  const failed = (reason: string): SourceView => ({
    ...absent,
    verdict: 'belongs',
    observations: [
      ...(byHash === undefined ? [] : [{ kind: 'inboundReplaced' as const, at, byHash }]),
      { kind: 'inboundFailed', at, reason },
    ],
  });
  if (byHash === undefined) return failed(UNKNOWN_REPLACEMENT);
  const report = await source.look({ draft, hash: byHash, signal });
  if (!report?.payment) return absent;
  if (mismatchesOf(draft, report.payment).length > 0)
    return failed(`It was replaced by ${byHash}, which does not pay this route; nothing was swapped.`);
  const observations: Observation[] = [{ kind: 'inboundReplaced', at, byHash }, ...factsOf(report, query)];
  return { verdict: 'belongs', observations, mismatch: [], trace: report.trace ?? null };
}

/** What the chain shows when the route has no address of its own to pay to. @throws as `observeSource`. */
export async function viewOfUnpaid(query: SourceQuery): Promise<{ view: SourceView; channel: undefined }> {
  const { source, route, swap, hash, signal } = query;
  const report = await source.look({ draft: route.draft, hash, signal });
  const view: SourceView = { verdict: 'absent', observations: [], mismatch: [], trace: swap.trace };
  if (!report) return { view, channel: undefined };
  const { recipients = [] } = report;
  // The recipients of a contract call may appear in its receipt alone.
  const areRecipientsKnown = recipients.length > 0 && (report.tx.confirmations ?? 0) > 0;
  const mismatch = areRecipientsKnown ? [noChannelPaid(recipients)] : [];
  return {
    view: { ...view, verdict: areRecipientsKnown ? 'mismatch' : 'undecided', mismatch, recipients },
    channel: undefined,
  };
}

/** @throws {ChainUnavailable} when the chain cannot be asked. */
export async function observeSource(query: SourceQuery): Promise<SourceView> {
  const { source, route, swap, hash, signal } = query;
  const report = await source.look({ draft: route.draft, hash, signal });
  if (!report) return afterVanishing(query);
  const trace = report.trace ?? swap.trace;
  const mismatch = report.payment ? mismatchesOf(route.draft, report.payment) : [];
  const ifVouched = factsOf(report, query);
  const { recipients = [] } = report;
  if (mismatch.length > 0) return { verdict: 'mismatch', observations: [], ifVouched, mismatch, trace, recipients };
  // A transaction whose recipient only its receipt will show is under way, regardless of the sender.
  const verdict = report.payment ? 'belongs' : 'undecided';
  const observations = report.payment ? factsOf(report, query) : [];
  const isLate = query.channel !== undefined && lateReason(query.channel, report.tx.blockNumber) !== undefined;
  return { verdict, observations, ifVouched, mismatch, trace, ...(isLate ? { isLate } : {}) };
}
