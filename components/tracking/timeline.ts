/** Builds the steps of a swap with their evidence, from one tracking answer and what this browser knows. */
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { refundStep } from './refund-step.ts';
import { type LocalFacts, placeOf, type TimelineStep } from './timeline-step.ts';
import { approveStep, confirmedStep, onceStep, outStep, sentStep, signStep, swapStep } from './timeline-steps.ts';
import { isAtOnce, twoLegsOf } from './track-selectors.ts';
import { twoLegTimeline } from './two-leg-timeline.ts';

/** Steps in the order in which they happen. */
export function timeline(t: Text, response: TrackResponse, local: LocalFacts = {}): TimelineStep[] {
  const place = placeOf(t, response, local);
  const { trackingStatus: status, stage, data } = response;
  const legs = twoLegsOf(data);
  const before = [...approveStep(place), ...signStep(place)];
  if (legs) return [...before, ...twoLegTimeline(place, legs)];
  if (isAtOnce(data))
    return [...before, sentStep(place), onceStep(place), ...(status === 'failed' ? [] : [outStep(place)])];
  const start = [...before, sentStep(place), confirmedStep(place), swapStep(place)];
  if (status === 'failed') return start;
  if (status === 'refunded' || stage === 'refund') return [...start, refundStep(place)];
  return data.refund ? [...start, outStep(place), refundStep(place)] : [...start, outStep(place)];
}
