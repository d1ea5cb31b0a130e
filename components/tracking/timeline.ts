/** The story of a swap as steps with their evidence, told from one tracking answer and nothing else. */
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import { isAtOnce, twoLegsOf } from './swap-facts.ts';
import {
  confirmedStep,
  onceStep,
  outStep,
  placeOf,
  refundStep,
  sentStep,
  swapStep,
  type TimelineStep,
} from './timeline-steps.ts';
import { twoLegTimeline } from './two-leg-timeline.ts';

/** Steps in the order in which they happen. */
export function timeline(response: TrackResponse): TimelineStep[] {
  const place = placeOf(response);
  const { trackingStatus: status, stage, data } = response;
  const legs = twoLegsOf(data);
  if (legs) return twoLegTimeline(place, legs);
  if (isAtOnce(data)) return [sentStep(place), onceStep(place), ...(status === 'failed' ? [] : [outStep(place)])];
  const start = [sentStep(place), confirmedStep(place), swapStep(place)];
  if (status === 'failed') return start;
  if (status === 'refunded' || stage === 'refund') return [...start, refundStep(place)];
  return data.refund ? [...start, outStep(place), refundStep(place)] : [...start, outStep(place)];
}
