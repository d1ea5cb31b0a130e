/** Where on its line a tracked swap stands. */
import type { TrackData, TrackResponse } from '../../lib/api/schemas/track.ts';
import type { TrackingStatus } from '../../lib/domain/swap-status.ts';
import type { LineProgress } from '../routes/route-line-data.ts';
import { duration } from '../ui/format.ts';
import { isAtSecond, isHandedOver, paidInBridge, paymentHash, symbolOf, twoLegsOf } from './swap-facts.ts';

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
  if (status === 'refunded') return { section: legs * 2 - 1, fraction: 1, state: 'turnedBack' };
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
  const two = twoLegsOf(data);
  if (two) return isHandedOver(data, two) ? 1 : 0;
  const legs = data.route?.legs ?? [];
  const open = legs.findIndex((leg) => leg.actualBuyAmount === undefined);
  return Math.max(0, open < 0 ? legs.length - 1 : open);
};

/** Handed over by the first leg, and not yet seen by the second. */
const isBetween = (data: TrackData): boolean => twoLegsOf(data)?.paysByItself === true && !isAtSecond(data);

/** A swap that turned back; what the first of two legs had bought comes back, or arrives, as it is. */
function turnedBack(data: TrackData, legs: number, isOver: boolean): LineProgress {
  const symbol = symbolOf(data.refund?.asset);
  const paid = paidInBridge(data);
  if (paid === 'fallback' && isOver) return { section: legs * 2, fraction: 1, state: 'diverted' };
  const section = legOf(data) * 2 + 1;
  const notes =
    paid === 'refund' ? [`${isOver ? 'back' : 'on its way back'} as ${symbol}`] : isOver ? [] : ['on its way back'];
  return { section, fraction: 1, state: 'turnedBack', ...(notes.length > 0 ? { notes: { 0: notes } } : {}) };
}

function swapping(response: TrackResponse, legs: number): LineProgress {
  const { data, stage } = response;
  const left = data.remainingSeconds;
  const leftWords = left !== undefined && left >= 5 ? [`about ${duration(left)} left`, `${duration(left)} left`] : [];
  const stop = legOf(data) * 2 + 1;
  const last = legs * 2;
  if (stage === 'refund') return turnedBack(data, legs, false);
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
  if (stop > 1 && isBetween(data))
    return { section: stop - 1, fraction: 0.5, state: 'travelling', note: 'handing over' };
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
      return turnedBack(data, legs, true);
    case 'failed':
      return stoppedIn(stage === 'inbound' ? 0 : stage === 'outbound' ? last : legOf(data) * 2 + 1);
  }
}
