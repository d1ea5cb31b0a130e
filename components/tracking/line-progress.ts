/** Where on its line a tracked swap stands. */
import type { TrackData, TrackResponse } from '../../lib/api/schemas/track.ts';
import type { TrackingStatus } from '../../lib/domain/swap-status.ts';
import type { LineProgress } from '../routes/route-line-data.ts';
import { duration } from '../ui/format.ts';
import { paymentHash } from './swap-facts.ts';

/** A marker is never drawn on a station while the swap is between two. */
const inside = (fraction: number) => Math.min(0.94, Math.max(0.06, fraction));

/** In a station the marker stands at its beginning, where it does not cover its name. */
const stoppedIn = (section: number): LineProgress => ({
  section,
  fraction: section % 2 === 1 ? inside(0) : 0.5,
  state: 'stopped',
});

/** Of a swap of which only the status is known. */
export function savedProgress(status: TrackingStatus | undefined, legs: number): LineProgress | undefined {
  if (status === undefined || status === 'not_started') return undefined;
  if (status === 'completed') return { section: legs * 2, fraction: 1, state: 'arrived' };
  if (status === 'refunded') return { section: 1, fraction: 1, state: 'turnedBack' };
  if (status === 'failed') return stoppedIn(1);
  return { section: status === 'pending' ? 0 : 1, fraction: 0.5, state: 'travelling' };
}

function confirmationsOf(data: TrackData): { fraction: number; words: string[] } {
  const { confirmations = 0, requiredConfirmations } = data.inbound ?? {};
  if (requiredConfirmations === undefined || requiredConfirmations === 0)
    return { fraction: 0.5, words: [confirmations > 0 ? `${confirmations} confirmations` : 'seen'] };
  return {
    fraction: confirmations / (requiredConfirmations + 1),
    words: [' confirmations', ''].map(
      (tail) => `${Math.min(confirmations, requiredConfirmations)} of ${requiredConfirmations}${tail}`,
    ),
  };
}

/** The leg in which the swap is: the first of which the outcome is not known. */
const legOf = (data: TrackData): number => {
  const legs = data.route?.legs ?? [];
  const open = legs.findIndex((leg) => leg.actualBuyAmount === undefined);
  return Math.max(0, open < 0 ? legs.length - 1 : open);
};

function swapping(response: TrackResponse, legs: number): LineProgress {
  const { data, stage } = response;
  const left = data.remainingSeconds;
  const leftWords = left !== undefined && left >= 5 ? [`about ${duration(left)} left`, `${duration(left)} left`] : [];
  const stop = legOf(data) * 2 + 1;
  const last = legs * 2;
  if (stage === 'refund') return { section: stop, fraction: 1, state: 'turnedBack', notes: { 0: ['on its way back'] } };
  if (stage === 'outbound') {
    const whole = data.route?.estimatedTime?.outbound;
    const gone = left !== undefined && whole ? 1 - left / whole : 0.5;
    return {
      section: last,
      fraction: inside(gone),
      state: 'travelling',
      note: 'sending out',
      notes: { [last]: leftWords },
    };
  }
  const progress = data.streamingProgress;
  const parts = progress?.total ? [`part ${progress.done ?? 0} of ${progress.total}`] : [];
  return {
    section: stop,
    fraction: inside(progress ? progress.percentage / 100 : 0.5),
    state: 'travelling',
    note: data.held ? 'waiting' : 'swapping',
    notes: { [stop]: parts, ...(leftWords.length > 0 ? { [last]: leftWords } : {}) },
  };
}

export function lineProgress(response: TrackResponse): LineProgress | undefined {
  const { data, trackingStatus, stage } = response;
  const legs = data.route?.legs.length ?? 1;
  const last = legs * 2;
  switch (trackingStatus) {
    case 'not_started':
      return {
        section: 0,
        fraction: 0,
        state: 'travelling',
        note: paymentHash(data) ? 'not seen yet' : 'not sent yet',
      };
    case 'pending': {
      const { fraction, words } = confirmationsOf(data);
      return { section: 0, fraction: inside(fraction), state: 'travelling', note: 'confirming', notes: { 0: words } };
    }
    case 'swapping':
      return swapping(response, legs);
    case 'completed':
      return { section: last, fraction: 1, state: 'arrived' };
    case 'refunded':
      return { section: legOf(data) * 2 + 1, fraction: 1, state: 'turnedBack' };
    case 'failed':
      return stoppedIn(stage === 'inbound' ? 0 : stage === 'outbound' ? last : legOf(data) * 2 + 1);
  }
}
