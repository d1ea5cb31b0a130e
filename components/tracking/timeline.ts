/** Builds the steps of a swap with their evidence, from one tracking answer and what this browser knows. */
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { refundStep } from './refund-step.ts';
import { type LocalFacts, stepInput, type TimelineStep } from './timeline-step.ts';
import { approveStep, confirmedStep, onceStep, outStep, sentStep, signStep, swapStep } from './timeline-steps.ts';
import { isAtOnce, twoLegsOf } from './track-selectors.ts';
import { twoLegTimeline } from './two-leg-timeline.ts';

/** Steps in the order in which they happen. */
export function timeline(t: Text, response: TrackResponse, local: LocalFacts = {}): TimelineStep[] {
  const input = stepInput(t, response, local);
  const { trackingStatus: status, stage, data } = response;
  const legs = twoLegsOf(data);
  const before = [...approveStep(input), ...signStep(input)];
  if (legs) return [...before, ...twoLegTimeline(input, legs)];
  if (isAtOnce(data))
    return [...before, sentStep(input), onceStep(input), ...(status === 'failed' ? [] : [outStep(input)])];
  const start = [...before, sentStep(input), confirmedStep(input), swapStep(input)];
  if (status === 'failed') return start;
  if (status === 'refunded' || stage === 'refund') return [...start, refundStep(input)];
  return data.refund ? [...start, outStep(input), refundStep(input)] : [...start, outStep(input)];
}
