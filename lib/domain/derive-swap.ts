/**
 * Reads a swap's state off the stored facts. The facts are a set: neither the order in which they arrived nor how often
 * counts, and what was final stays final whatever is learned later.
 *
 * Precedence: a payout that was sent beats a refund that was sent, which beats the provider's word that the swap failed,
 * which beats a payment that failed on its own chain. Facts of progress never make a status final and never undo one.
 * Where a payout and a refund belong to one swap, the first of the two to be sent is not yet the end (`refundDue`,
 * `outputDue`; where a source leaves these out, what was planned decides).
 */
import type { Amount } from './amount.ts';
import { stringify } from './json.ts';
import { mergeTx } from './merge-tx.ts';
import {
  type FinalStatus,
  isFinalStatus,
  type Observation,
  type Stage,
  type SwapOutcome,
  type TrackingStatus,
  type TransactionPayload,
  type TxFact,
} from './swap-status.ts';
import { type TimelineEntry, timelineOf } from './swap-timeline.ts';

export type DeriveContext = {
  /** Unix ms, for what is left of delays. */
  now: number;
  /** How many legs the route has; the payout of the last one completes the swap. Default 1. */
  legs?: number;
  /** The status as stored. Once it is final it is the answer, whatever the facts say. */
  storedStatus?: TrackingStatus;
};

export type DerivedSwap = {
  trackingStatus: TrackingStatus;
  /** Where the swap is, or where it ended. */
  stage: Stage;
  /** `swap.status`: `success` as soon as the provider has swapped and is not refunding. */
  outcome: SwapOutcome;
  /** The payment, from its own chain where that is known, else from the provider. */
  inbound?: TxFact;
  /** The payout of the last leg. */
  outbound?: TxFact;
  /** Planned (`tx` absent) or sent. Beside `completed` it is a partial refund. */
  refund?: { tx?: TxFact; amount?: Amount; toAddress?: string; reason?: string; fallback?: true };
  /** A signed payout that the network could not send; only beside `failed`. */
  payload?: TransactionPayload;
  /** A part was swapped and a part came back. */
  partialRefund: boolean;
  /** Why the swap failed or was refunded; only beside these two. */
  reason?: string;
  swapId?: string;
  swapSeconds?: number;
  /** `percentage` is a whole number from 0 to 100. */
  streaming?: { done: number; total: number; failed?: number; percentage: number };
  /** What is paid out: as sent, else as planned, else as swapped. */
  output?: Amount;
  /** The same for each leg. */
  legOutputs: (Amount | undefined)[];
  /** Why the swap waits, while it does. */
  heldReason?: string;
  /** Whole seconds until the payout leaves its queue, counted down to `now`. */
  delaySeconds?: number;
  /** Whole seconds until the provider has counted the payment's confirmations, counted down to `now`. */
  inboundRemainingSeconds?: number;
  /** Hash of the transaction that took the payment's place. */
  replacedBy?: string;
  timeline: TimelineEntry[];
};

type Of<K extends Observation['kind']> = Extract<Observation, { kind: K }>;

/** The facts, each once, oldest first; equal times are put in an order that depends on content alone. */
function inOrder(observations: readonly Observation[]): Observation[] {
  const byContent = new Map(observations.map((fact) => [stringify(sortedKeys(fact)), fact]));
  return [...byContent]
    .sort(([a, factA], [b, factB]) => factA.at - factB.at || (a < b ? -1 : 1))
    .map(([, fact]) => fact);
}

/** The same content reads back from a store with its keys in another order. */
function sortedKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sortedKeys);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sortedKeys(item)]));
}

const of =
  (facts: readonly Observation[]) =>
  <K extends Observation['kind']>(kind: K): Of<K>[] =>
    facts.filter((fact): fact is Of<K> => fact.kind === kind);

/** The newest value that any fact has. */
function newest<F, V>(facts: readonly F[], pick: (fact: F) => V | undefined): V | undefined {
  return facts.map(pick).findLast((value) => value !== undefined);
}

/** An object without the keys whose value is undefined: what is not known is absent. */
const present = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;

type Facts = ReturnType<typeof of>;

function bestInbound(facts: Facts, replacedBy: string | undefined): TxFact | undefined {
  const seen = facts('inboundSeen');
  const failed = facts('inboundFailed').flatMap((fact) => fact.tx ?? []);
  const byProvider = facts('providerSeen').flatMap((fact) => (fact.leg === 0 && fact.tx ? [fact.tx] : []));
  const final = seen.findLast((fact) => fact.final);
  const replacement = seen.findLast((fact) => fact.tx.hash === replacedBy);
  const hash =
    (final ?? replacement)?.tx.hash ?? seen.at(-1)?.tx.hash ?? failed.at(-1)?.hash ?? byProvider.at(-1)?.hash;
  // What the chain itself says of a payment overrides what the provider says of it.
  return mergeTx([...byProvider, ...failed, ...seen.map((fact) => fact.tx)].filter((tx) => tx.hash === hash));
}

/** The payout that counts where several were seen: the newest, with all that is known of it. */
function newestTx(sent: readonly { tx: TxFact }[]): TxFact | undefined {
  const hash = sent.at(-1)?.tx.hash;
  return mergeTx(sent.map((fact) => fact.tx).filter((tx) => tx.hash === hash));
}

type Ending = { status?: FinalStatus; failedStage?: Stage };
type Place = { trackingStatus: TrackingStatus; stage: Stage };

/** What is certain. `last` is the leg whose payout completes the swap. */
function endingOf(facts: Facts, last: number): Ending {
  const sent = facts('outboundSent').filter((fact) => fact.leg === last);
  const refunds = facts('refundSent');
  const planned = facts('outboundPlanned').some((fact) => fact.leg === last);
  const refundDue = newest(sent, (fact) => fact.refundDue) ?? facts('refundPlanned').length > 0;
  const outputDue = newest(refunds, (fact) => fact.outputDue) ?? planned;
  // The provider's last word ends the waiting for the other part.
  const over = facts('providerFailed').length > 0;
  if (sent.length > 0) return !refundDue || refunds.length > 0 || over ? { status: 'completed' } : {};
  if (refunds.length > 0) return !outputDue || over ? { status: 'refunded' } : {};
  if (over) return { status: 'failed', failedStage: 'swap' };
  return facts('inboundFailed').length > 0 ? { status: 'failed', failedStage: 'inbound' } : {};
}

/** How far the swap is while nothing is final; more facts never bring it back. */
function progressOf(facts: Facts, last: number): Place {
  const ofLast = (kind: 'outboundPlanned' | 'outboundSent' | 'swapDone') =>
    facts(kind).some((fact) => fact.leg === last);
  // One of the two parts was sent and this is not the end: the other part is on its way.
  if (ofLast('outboundSent')) return { trackingStatus: 'swapping', stage: 'refund' };
  if (ofLast('outboundPlanned') || facts('refundSent').length > 0)
    return { trackingStatus: 'swapping', stage: 'outbound' };
  if (facts('refundPlanned').length > 0) return { trackingStatus: 'swapping', stage: 'refund' };
  if (ofLast('swapDone')) return { trackingStatus: 'swapping', stage: 'outbound' };
  const works =
    facts('swapping').length + facts('swapProgress').length + facts('swapDone').length > 0 ||
    facts('outboundPlanned').length + facts('outboundSent').length > 0 ||
    facts('providerSeen').some((fact) => fact.final || fact.leg > 0);
  if (works) return { trackingStatus: 'swapping', stage: 'swap' };
  const seen = facts('inboundSeen').length + facts('inboundReplaced').length + facts('providerSeen').length > 0;
  return { trackingStatus: seen ? 'pending' : 'not_started', stage: 'inbound' };
}

const STAGE_OF_ENDING = { completed: 'outbound', refunded: 'refund', failed: 'swap' } as const;

function statusOf(facts: Facts, last: number, stored: TrackingStatus | undefined): Place {
  const ending = endingOf(facts, last);
  const status = stored !== undefined && isFinalStatus(stored) ? stored : ending.status;
  if (status === undefined) return progressOf(facts, last);
  return { trackingStatus: status, stage: (status === 'failed' && ending.failedStage) || STAGE_OF_ENDING[status] };
}

function outcomeOf(status: TrackingStatus, facts: Facts, last: number): SwapOutcome {
  if (status === 'completed') return 'success';
  if (status === 'refunded' || status === 'failed') return status;
  const refunds = facts('refundPlanned').length + facts('refundSent').length > 0;
  const swapped = [...facts('swapDone'), ...facts('outboundSent')].some((fact) => fact.leg === last);
  return swapped && !refunds ? 'success' : 'pending';
}

function outputOf(facts: Facts, leg: number): Amount | undefined {
  const here = <F extends { leg: number }>(all: readonly F[]) => all.filter((fact) => fact.leg === leg);
  return (
    newestTx(here(facts('outboundSent')))?.amount ??
    newest(here(facts('outboundPlanned')), (fact) => fact.output) ??
    newest(here(facts('swapDone')), (fact) => fact.output)
  );
}

function refundOf(facts: Facts): DerivedSwap['refund'] {
  const planned = facts('refundPlanned');
  const sent = facts('refundSent');
  if (planned.length + sent.length === 0) return undefined;
  const tx = newestTx(sent);
  return present({
    tx,
    amount: tx?.amount ?? newest(planned, (fact) => fact.refund),
    toAddress: tx?.address ?? newest(planned, (fact) => fact.toAddress),
    reason: newest(sent, (fact) => fact.reason) ?? newest(planned, (fact) => fact.reason),
    fallback: newest([...planned, ...sent], (fact) => fact.fallback),
  });
}

function streamingOf(facts: Facts): DerivedSwap['streaming'] {
  const progress = facts('swapProgress');
  const leg = Math.max(...progress.map((fact) => fact.leg));
  const [furthest] = progress.filter((fact) => fact.leg === leg).sort((a, b) => b.done - a.done || b.at - a.at);
  if (furthest === undefined) return undefined;
  const stopped = progress.some((fact) => fact.leg === leg && fact.stopped);
  const over = !stopped && [...facts('swapDone'), ...facts('outboundSent')].some((fact) => fact.leg >= leg);
  const { total, failed } = furthest;
  const done = over ? total : Math.min(furthest.done, total);
  const percentage = over ? 100 : total > 0 ? Math.floor((done * 100) / total) : 0;
  return present({ done, total, failed, percentage });
}

function heldReasonOf(ordered: readonly Observation[]): string | undefined {
  const words = ordered.filter((fact) => fact.kind === 'held' || fact.kind === 'heldNoMore');
  // Of a word and its withdrawal at the same moment the withdrawal is the later one.
  const last = words.sort((a, b) => a.at - b.at || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0)).at(-1);
  return last?.kind === 'held' ? last.reason : undefined;
}

/** What is left at `now` of a number of seconds that was true at `at`. */
const left = (seconds: number, at: number, now: number): number =>
  Math.max(0, Math.ceil(seconds - Math.max(0, now - at) / 1000));

/** Seconds still to wait, while waiting is what the swap does. */
function waits(facts: Facts, status: TrackingStatus, stage: Stage, now: number) {
  const queued = facts('outboundPlanned').findLast((fact) => fact.delaySeconds !== undefined);
  const counting = facts('providerSeen').findLast((fact) => !fact.final && fact.remainingSeconds !== undefined);
  return {
    delaySeconds:
      status === 'swapping' && stage === 'outbound' && queued && facts('outboundSent').length === 0
        ? left(queued.delaySeconds ?? 0, queued.at, now)
        : undefined,
    inboundRemainingSeconds:
      status === 'pending' && counting ? left(counting.remainingSeconds ?? 0, counting.at, now) : undefined,
  };
}

/** The fold. Pure; the same facts in any order, also with repetitions, give the same answer. */
export function deriveSwap(observations: readonly Observation[], context: DeriveContext): DerivedSwap {
  const ordered = inOrder(observations);
  const facts = of(ordered);
  const last = (context.legs ?? 1) - 1;
  const { trackingStatus, stage } = statusOf(facts, last, context.storedStatus);
  const final = isFinalStatus(trackingStatus);
  const refund = refundOf(facts);
  const failure = facts('providerFailed').at(-1) ?? facts('inboundFailed').at(-1);
  const replacedBy = newest(facts('inboundReplaced'), (fact) => fact.byHash);
  const outbound = newestTx(facts('outboundSent').filter((fact) => fact.leg === last));
  const reasons: Partial<Record<TrackingStatus, string>> = {
    refunded: refund?.reason ?? 'The money was sent back; no reason was given.',
    failed: failure?.reason ?? 'The swap failed; no reason was given.',
  };
  return present<DerivedSwap>({
    trackingStatus,
    stage,
    outcome: outcomeOf(trackingStatus, facts, last),
    inbound: bestInbound(facts, replacedBy),
    outbound,
    refund,
    partialRefund: refund !== undefined && (outbound !== undefined || trackingStatus === 'completed'),
    reason: reasons[trackingStatus],
    payload: trackingStatus === 'failed' ? newest(facts('providerFailed'), (fact) => fact.payload) : undefined,
    swapId: newest(ordered, (fact) => ('swapId' in fact ? fact.swapId : undefined)),
    swapSeconds: newest(facts('swapDone'), (fact) => fact.swapSeconds),
    streaming: streamingOf(facts),
    output: outputOf(facts, last),
    legOutputs: Array.from({ length: last + 1 }, (_, leg) => outputOf(facts, leg)),
    heldReason: final ? undefined : heldReasonOf(ordered),
    ...waits(facts, trackingStatus, stage, context.now),
    replacedBy,
    timeline: timelineOf(ordered),
  });
}
