/** Derives a swap's stage and status from the facts of all its legs. Only a fact that proves an end makes the status final. */
import { type Facts, newest, ofLeg } from './observation-set.ts';
import { type FinalStatus, isFinalStatus, type Stage, type SwapOutcome, type TrackingStatus } from './swap-status.ts';

type Ending = { status?: FinalStatus; failedStage?: Stage };
export type StatusAndStage = { trackingStatus: TrackingStatus; stage: Stage };

/**
 * Whether a refund belongs to this leg's payout and has not been sent yet. Where the source does not say that one is
 * due, a planned refund decides. Refunds of earlier legs do not delay the end.
 */
function isRefundOutstanding(facts: Facts, leg: number): boolean {
  const due = newest(ofLeg(facts('outboundSent'), leg), (fact) => fact.refundDue);
  return (due ?? ofLeg(facts('refundPlanned'), leg).length > 0) && ofLeg(facts('refundSent'), leg).length === 0;
}

/** Whether this leg's money, or a part of it, went on to a later leg. */
const wentOn = (facts: Facts, leg: number, last: number): boolean =>
  facts('outboundSent').some((fact) => fact.leg >= leg && fact.leg < last);

/** Whether a payout is still to come after a refund; the furthest leg that sent a refund decides. */
function isOutputOutstanding(facts: Facts, last: number): boolean {
  const refunds = facts('refundSent');
  const leg = Math.max(...refunds.map((fact) => fact.leg));
  if (wentOn(facts, leg, last)) return true;
  const planned = ofLeg(facts('outboundPlanned'), leg).length > 0;
  return newest(ofLeg(refunds, leg), (fact) => fact.outputDue) ?? planned;
}

/** The end that the facts prove, if any. `last` is the leg whose payout completes the swap. */
function endingOf(facts: Facts, last: number): Ending {
  // The provider's final failure ends the wait for the other part.
  const over = facts('providerFailed').length > 0;
  if (ofLeg(facts('outboundSent'), last).length > 0) {
    return !isRefundOutstanding(facts, last) || over ? { status: 'completed' } : {};
  }
  if (facts('refundSent').length > 0) return !isOutputOutstanding(facts, last) || over ? { status: 'refunded' } : {};
  if (over) return { status: 'failed', failedStage: 'swap' };
  return facts('inboundFailed').length > 0 ? { status: 'failed', failedStage: 'inbound' } : {};
}

/** How far an unfinished swap has come; further facts never move it back. */
function progressOf(facts: Facts, last: number): StatusAndStage {
  const ofLast = (kind: 'outboundPlanned' | 'outboundSent' | 'swapDone' | 'refundSent') =>
    ofLeg(facts(kind), last).length > 0;
  // A payout that does not end the swap: the refund of the other part is on its way.
  if (ofLast('outboundSent')) return { trackingStatus: 'swapping', stage: 'refund' };
  if (ofLast('outboundPlanned') || ofLast('refundSent')) return { trackingStatus: 'swapping', stage: 'outbound' };
  if (facts('refundPlanned').some(({ leg }) => !wentOn(facts, leg, last)))
    return { trackingStatus: 'swapping', stage: 'refund' };
  if (ofLast('swapDone')) return { trackingStatus: 'swapping', stage: 'outbound' };
  const works =
    facts('swapping').length + facts('swapProgress').length + facts('swapDone').length > 0 ||
    facts('outboundPlanned').length + facts('outboundSent').length > 0 ||
    facts('refundPlanned').length + facts('refundSent').length > 0 ||
    facts('providerSeen').some((fact) => fact.final || fact.leg > 0);
  if (works) return { trackingStatus: 'swapping', stage: 'swap' };
  const seen = facts('inboundSeen').length + facts('inboundReplaced').length + facts('providerSeen').length > 0;
  return { trackingStatus: seen ? 'pending' : 'not_started', stage: 'inbound' };
}

const STAGE_OF_ENDING = { completed: 'outbound', refunded: 'refund', failed: 'swap' } as const;

/** @param stored the stored status: a final one is returned whatever the facts say. */
export function statusAndStage(facts: Facts, last: number, stored: TrackingStatus | undefined): StatusAndStage {
  const ending = endingOf(facts, last);
  const status = stored !== undefined && isFinalStatus(stored) ? stored : ending.status;
  if (status === undefined) return progressOf(facts, last);
  return { trackingStatus: status, stage: (status === 'failed' && ending.failedStage) || STAGE_OF_ENDING[status] };
}

/** The value of `swap.status`. */
export function outcomeOf(status: TrackingStatus, facts: Facts, last: number): SwapOutcome {
  if (status === 'completed') return 'success';
  if (status === 'refunded' || status === 'failed') return status;
  const refunds = facts('refundPlanned').length + facts('refundSent').length > 0;
  const swapped = ofLeg([...facts('swapDone'), ...facts('outboundSent')], last).length > 0;
  return swapped && !refunds ? 'success' : 'pending';
}
