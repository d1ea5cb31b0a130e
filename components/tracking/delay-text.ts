/** Tells whether a swap is slow, and explains why as far as it is known. */
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { duration } from '../ui/format.ts';
import { isFinal } from './state-text.ts';
import { chainName, stepInput } from './timeline-step.ts';
import { paymentHash } from './track-selectors.ts';

/** A swap is slow when it takes half as long again as expected, and a minute more, which exempts short ones. */
const SLOW = 1.5;
const GRACE_SECONDS = 60;
/** A payment unseen for this long was dropped, was never sent, or has a wrong hash. */
const UNSEEN_SECONDS = 20 * 60;

/** @param elapsedSeconds since the payment; undefined when unknown. */
export function isSlow(response: TrackResponse, elapsedSeconds: number | undefined): boolean {
  const expected = response.data.route?.estimatedTime?.total;
  return (
    !isFinal(response) &&
    response.trackingStatus !== 'not_started' &&
    expected !== undefined &&
    (elapsedSeconds ?? 0) > expected * SLOW + GRACE_SECONDS
  );
}

/** A payment signed here is given this long to appear before the page asks for its hash. */
const APPEARS_SECONDS = 10 * 60;

/**
 * Whether a payment that was signed in this browser has not had the time to appear on its chain.
 * @param elapsedSeconds since it was signed.
 */
export const isJustSent = (response: TrackResponse, signedHere: boolean, elapsedSeconds: number | undefined): boolean =>
  response.trackingStatus === 'not_started' &&
  !response.data.mismatch?.length &&
  signedHere &&
  elapsedSeconds !== undefined &&
  elapsedSeconds < APPEARS_SECONDS;

/** Undefined in English, where the service's sentence says more, and for a cause without a text. */
export const isUnseen = (response: TrackResponse, elapsedSeconds: number | undefined): boolean =>
  response.trackingStatus === 'not_started' &&
  paymentHash(response.data) !== undefined &&
  (elapsedSeconds ?? 0) > UNSEEN_SECONDS;

/** The reason for the delay, as far as the upstreams report one. */
export function delayText(t: Text, response: TrackResponse): string {
  const { data, trackingStatus: status, stage } = response;
  const { provider } = stepInput(t, response);
  const { confirmations: done = 0, requiredConfirmations: total = 0 } = data.inbound ?? {};
  const left = data.remainingSeconds;
  const progress = data.streamingProgress;
  if (status === 'pending' && total > done)
    return t('{chain} blocks are slow right now: {done} of {total} confirmations so far.', {
      chain: chainName(t, data.route?.sellAsset, data.inbound?.chain),
      done,
      total,
    });
  if (stage === 'outbound' && left !== undefined && left >= 5)
    return t('The payout is queued at {provider} for about {time} more.', {
      provider,
      time: duration(left, t.tag),
    });
  if (stage === 'swap' && progress?.total)
    return t('{provider} is streaming the swap: {done} of {total} parts are done.', {
      provider,
      done: progress.done ?? 0,
      total: progress.total,
    });
  return t('{provider} has your payment and gives no reason for the delay.', { provider });
}
