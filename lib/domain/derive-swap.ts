/**
 * Derives a swap's state from its stored facts. The facts are a set: the order in which they arrived and repetitions do
 * not matter, and a final status stays final whatever is learned later.
 *
 * Precedence: a sent payout beats a sent refund, which beats the provider's report that the swap failed, which beats a
 * payment that failed on its own chain. Facts of progress never make a status final and never undo a final one.
 * Where one swap has both a payout and a refund, it ends only when both are sent (`refundDue`, `outputDue`; where a
 * source leaves these out, what was planned decides).
 */
import type { Amount } from './amount.ts';
import { outcomeOf, statusAndStage } from './derive-stage.ts';
import { mergeTx } from './merge-tx.ts';
import { type Facts, factsOf, inOrder, newest, newestTx, ofLeg } from './observation-set.ts';
import {
  type Cause,
  isFinalStatus,
  type Observation,
  type ReasonCode,
  type Stage,
  type SwapOutcome,
  type TrackingStatus,
  type TransactionPayload,
  type TxFact,
} from './swap-status.ts';
import { type TimelineEntry, timelineOf } from './swap-timeline.ts';

export type DeriveContext = {
  /** Unix ms; remaining delays are counted from it. */
  now: number;
  /** Number of legs of the route; the payout of the last leg completes the swap. Default 1. */
  legs?: number;
  /** The stored status. Once it is final it is returned, whatever the facts say. */
  storedStatus?: TrackingStatus;
};

export type DerivedSwap = {
  trackingStatus: TrackingStatus;
  /** The stage that the swap has reached, or in which it ended. */
  stage: Stage;
  /** `swap.status`: `success` as soon as the provider has swapped and is not refunding. */
  outcome: SwapOutcome;
  /** The payment, as its own chain reports it, or as the provider does where the chain reports nothing. */
  inbound?: TxFact;
  /** The payout of the last leg. */
  outbound?: TxFact;
  /**
   * A planned (`tx` absent) or sent refund. Beside `completed` it is a partial refund. A refund of a later leg (`leg`
   * is zero-based) is in the asset between the legs, and `reason` says so.
   */
  refund?: {
    leg: number;
    tx?: TxFact;
    amount?: Amount;
    toAddress?: string;
    reason?: string;
    cause?: Cause;
    fallback?: true;
    /** The refund is not sent: the network keeps it. */
    kept?: true;
  };
  /** A signed payout that the network could not send; present only with `failed`. */
  payload?: TransactionPayload;
  /** One part was swapped and another was refunded. */
  partialRefund: boolean;
  /** Why the swap failed or was refunded; present only with these two statuses. */
  reason?: string;
  /**
   * The reason for programs: its cause where that is known, unless the code has to say which leg ended the swap or what
   * was paid out.
   */
  reasonCode?: ReasonCode;
  swapId?: string;
  swapSeconds?: number;
  /** `percentage` is a whole number from 0 to 100; `output` is what the swapped parts have given so far. */
  streaming?: { done: number; total: number; failed?: number; percentage: number; output?: Amount };
  /** The output of the last leg: as sent, else as planned, else as swapped. */
  output?: Amount;
  /** The output of each leg, by the same rule. */
  legOutputs: (Amount | undefined)[];
  /** For each leg, whether it has paid out; its output is then certain. */
  legsPaid: boolean[];
  /** Why the swap is on hold, while it is. */
  heldReason?: string;
  /** Whole seconds until the payout leaves its queue, counted down to `now`. */
  delaySeconds?: number;
  /** Whole seconds until the provider has counted the payment's confirmations, counted down to `now`. */
  inboundRemainingSeconds?: number;
  /** Hash of the transaction that replaced the payment. */
  replacedBy?: string;
  timeline: TimelineEntry[];
};

/** Drops the keys whose value is undefined, so that what is unknown is absent. */
const present = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;

function bestInbound(facts: Facts, replacedBy: string | undefined): TxFact | undefined {
  const seen = facts('inboundSeen');
  const failed = facts('inboundFailed').flatMap((fact) => fact.tx ?? []);
  const byProvider = facts('providerSeen').flatMap((fact) => (fact.leg === 0 && fact.tx ? [fact.tx] : []));
  const final = seen.findLast((fact) => fact.final);
  const replacement = seen.findLast((fact) => fact.tx.hash === replacedBy);
  const hash =
    (final ?? replacement)?.tx.hash ?? seen.at(-1)?.tx.hash ?? failed.at(-1)?.hash ?? byProvider.at(-1)?.hash;
  // The chain's own report of a payment, being last, overrides the provider's.
  return mergeTx([...byProvider, ...failed, ...seen.map((fact) => fact.tx)].filter((tx) => tx.hash === hash));
}

/**
 * A provider that has moved on has counted the confirmations that it required, even if the last observed depth is
 * lower.
 */
function confirmed(tx: TxFact | undefined, facts: Facts): TxFact | undefined {
  if (tx?.requiredConfirmations === undefined) return tx;
  const isCounted = facts('providerSeen').some(({ final, leg }) => final && leg === 0);
  const isPaid = facts('outboundSent').some(({ leg }) => leg === 0);
  if (!isCounted && !isPaid) return tx;
  return { ...tx, confirmations: Math.max(tx.confirmations ?? 0, tx.requiredConfirmations) };
}

function outputOf(facts: Facts, leg: number): Amount | undefined {
  return (
    newestTx(ofLeg(facts('outboundSent'), leg))?.amount ??
    newest(ofLeg(facts('outboundPlanned'), leg), (fact) => fact.output) ??
    newest(ofLeg(facts('swapDone'), leg), (fact) => fact.output) ??
    // The next leg's inbound is this leg's payout.
    newest(ofLeg(facts('providerSeen'), leg + 1), (fact) => fact.tx?.amount)
  );
}

/** Whether the leg has paid out: its payout was seen, or the provider of the next leg has seen it arrive. */
const hasPaid = (facts: Facts, leg: number): boolean =>
  ofLeg(facts('outboundSent'), leg).length > 0 || ofLeg(facts('providerSeen'), leg + 1).length > 0;

const failureOf = (facts: Facts) => facts('providerFailed').at(-1) ?? facts('inboundFailed').at(-1);

/** @param status the status with which the swap ended. */
function reasonCodeOf(status: TrackingStatus, facts: Facts, refund: DerivedSwap['refund']): ReasonCode | undefined {
  if (status === 'refunded')
    return refund?.fallback ? 'paidInBridgeAsset' : refund?.leg ? 'secondLegRefunded' : (refund?.cause ?? 'refunded');
  if (status !== 'failed') return undefined;
  const failure = failureOf(facts);
  if (failure?.kind !== 'providerFailed')
    return facts('inboundReplaced').length > 0 ? 'paymentReplaced' : (failure?.cause ?? 'paymentFailed');
  if (failure.payload) return 'payoutNotSent';
  return failure.leg > 0 ? 'secondLegFailed' : (failure.cause ?? 'swapFailed');
}

const NO_REASON = 'no reason was given.';

/** Adds to a later leg's refund reason that the payment is in the bridge asset, not in the asset that was sold. */
function refundReason(reason: string | undefined, leg: number, isFallback: boolean, amount: Amount | undefined) {
  if (leg === 0) return reason;
  if (isFallback)
    return (
      reason ??
      `The second leg could not be done; ${NO_REASON} What the first one paid out was paid to the destination instead.`
    );
  const what = amount ? `the ${amount.asset.symbol}` : 'what';
  const why = reason ?? `The second leg could not be done; ${NO_REASON}`;
  return `${why} What comes back is ${what}${amount ? ' that' : ''} the first leg paid out, not the asset that was sold.`;
}

function refundOf(facts: Facts): DerivedSwap['refund'] {
  const planned = facts('refundPlanned');
  const sent = facts('refundSent');
  if (planned.length + sent.length === 0) return undefined;
  const tx = newestTx(sent);
  const amount = tx?.amount ?? newest(planned, (fact) => fact.refund);
  const why = newest([...planned, ...sent], (fact) => (fact.reason === undefined ? undefined : fact));
  const fallback = newest([...planned, ...sent], (fact) => fact.fallback);
  const leg = Math.max(...(sent.length > 0 ? sent : planned).map((fact) => fact.leg));
  return present({
    leg,
    tx,
    amount,
    toAddress: tx?.address ?? newest(planned, (fact) => fact.toAddress),
    reason: refundReason(why?.reason, leg, fallback === true, amount),
    cause: why?.cause,
    fallback,
    kept: tx ? undefined : newest(planned, (fact) => fact.kept),
  });
}

function streamingOf(facts: Facts): DerivedSwap['streaming'] {
  const progress = facts('swapProgress');
  const leg = Math.max(...progress.map((fact) => fact.leg));
  const [furthest] = progress.filter((fact) => fact.leg === leg).sort((a, b) => b.done - a.done || b.at - a.at);
  if (furthest === undefined) return undefined;
  const stopped = progress.some((fact) => fact.leg === leg && fact.stopped);
  const over = !stopped && [...facts('swapDone'), ...facts('outboundSent')].some((fact) => fact.leg >= leg);
  const { total, failed, output } = furthest;
  const done = over ? total : Math.min(furthest.done, total);
  const percentage = over ? 100 : total > 0 ? Math.floor((done * 100) / total) : 0;
  return present({ done, total, failed, percentage, output: over ? (outputOf(facts, leg) ?? output) : output });
}

/** The reason of the latest hold that was not lifted. A leg that has paid out is no longer on hold. */
function heldReasonOf(ordered: readonly Observation[], facts: Facts, last: number): string | undefined {
  const holds = ordered
    .filter((fact) => fact.kind === 'held' || fact.kind === 'heldNoMore')
    .filter(({ leg }) => leg >= last || !hasPaid(facts, leg));
  // A hold and its end at the same moment: the end counts as the later one.
  const latest = holds.sort((a, b) => a.at - b.at || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0)).at(-1);
  return latest?.kind === 'held' ? latest.reason : undefined;
}

/** Whole seconds that remain at `now` of a duration that was measured at `at` (both unix ms). */
const remaining = (seconds: number, at: number, now: number): number =>
  Math.max(0, Math.ceil(seconds - Math.max(0, now - at) / 1000));

/** The remaining delays; each is defined only while the swap is actually waiting for it. */
function waits(facts: Facts, status: TrackingStatus, stage: Stage, { now, last }: { now: number; last: number }) {
  const queued = ofLeg(facts('outboundPlanned'), last).findLast((fact) => fact.delaySeconds !== undefined);
  const counting = facts('providerSeen').findLast((fact) => !fact.final && fact.remainingSeconds !== undefined);
  return {
    delaySeconds:
      status === 'swapping' && stage === 'outbound' && queued && ofLeg(facts('outboundSent'), last).length === 0
        ? remaining(queued.delaySeconds ?? 0, queued.at, now)
        : undefined,
    inboundRemainingSeconds:
      status === 'pending' && counting ? remaining(counting.remainingSeconds ?? 0, counting.at, now) : undefined,
  };
}

/** Derives the state of a swap. Pure: the same facts in any order, repeated or not, give the same answer. */
export function deriveSwap(observations: readonly Observation[], context: DeriveContext): DerivedSwap {
  const ordered = inOrder(observations);
  const facts = factsOf(ordered);
  const last = (context.legs ?? 1) - 1;
  const { trackingStatus, stage } = statusAndStage(facts, last, context.storedStatus);
  const final = isFinalStatus(trackingStatus);
  const refund = refundOf(facts);
  const replacedBy = newest(facts('inboundReplaced'), (fact) => fact.byHash);
  const outbound = newestTx(ofLeg(facts('outboundSent'), last));
  const reasons: Partial<Record<TrackingStatus, string>> = {
    refunded: refund?.reason ?? `The money was sent back; ${NO_REASON}`,
    failed: failureOf(facts)?.reason ?? `The swap failed; ${NO_REASON}`,
  };
  return present<DerivedSwap>({
    trackingStatus,
    stage,
    outcome: outcomeOf(trackingStatus, facts, last),
    inbound: confirmed(bestInbound(facts, replacedBy), facts),
    outbound,
    refund,
    partialRefund: refund !== undefined && !refund.kept && (outbound !== undefined || trackingStatus === 'completed'),
    reason: reasons[trackingStatus],
    reasonCode: reasonCodeOf(trackingStatus, facts, refund),
    payload: trackingStatus === 'failed' ? newest(facts('providerFailed'), (fact) => fact.payload) : undefined,
    swapId: newest(ordered, (fact) => ('swapId' in fact ? fact.swapId : undefined)),
    swapSeconds: newest(facts('swapDone'), (fact) => fact.swapSeconds),
    streaming: streamingOf(facts),
    output: outputOf(facts, last),
    legOutputs: Array.from({ length: last + 1 }, (_, leg) => outputOf(facts, leg)),
    legsPaid: Array.from({ length: last + 1 }, (_, leg) => hasPaid(facts, leg)),
    heldReason: final ? undefined : heldReasonOf(ordered, facts, last),
    ...waits(facts, trackingStatus, stage, { now: context.now, last }),
    replacedBy,
    timeline: timelineOf(ordered),
  });
}
