/** Computes the position of a tracked swap on its route line. */
import type { TrackData, TrackResponse } from '../../lib/api/schemas/track.ts';
import type { TrackingStatus } from '../../lib/domain/swap-status.ts';
import type { Text } from '../../lib/i18n/text.ts';
import type { LineProgress } from '../routes/route-line-data.ts';
import { duration } from '../ui/format.ts';
import { isAtSecond, isHandedOver, paidInBridge, paymentHash, symbolOf, twoLegsOf } from './track-selectors.ts';

/** Keeps the marker off the stations while the swap is between two. */
const inside = (fraction: number) => Math.min(0.94, Math.max(0.06, fraction));

/** In a stop the marker stays at the beginning, where it does not cover the name. */
const stoppedIn = (section: number): LineProgress => ({
  section,
  fraction: section % 2 === 1 ? inside(0) : 0.5,
  state: 'stopped',
});

/** The position of a swap of which only the status is known. */
export function savedProgress(status: TrackingStatus | undefined, legs: number): LineProgress | undefined {
  if (status === undefined || status === 'not_started') return undefined;
  if (status === 'completed') return { section: legs * 2, fraction: 1, state: 'arrived' };
  if (status === 'refunded') return { section: legs * 2 - 1, fraction: 1, state: 'turnedBack' };
  if (status === 'failed') return stoppedIn(1);
  return { section: status === 'pending' ? 0 : 1, fraction: 0.5, state: 'travelling' };
}

function confirmationsOf(t: Text, data: TrackData): { fraction: number; notes: string[] } {
  const { confirmations = 0, requiredConfirmations: total } = data.inbound ?? {};
  if (total === undefined || total === 0)
    return {
      fraction: 0.5,
      notes: [
        confirmations > 0 ? t.count(confirmations, { one: '{n} confirmation', other: '{n} confirmations' }) : t('seen'),
      ],
    };
  const done = Math.min(confirmations, total);
  return {
    fraction: confirmations / (total + 1),
    notes: [t('{done} of {total} confirmations', { done, total }), t('{done} of {total}', { done, total })],
  };
}

/** The leg in which the swap is: the first whose outcome is unknown. */
const legOf = (data: TrackData): number => {
  const two = twoLegsOf(data);
  if (two) return isHandedOver(data, two) ? 1 : 0;
  const legs = data.route?.legs ?? [];
  const open = legs.findIndex((leg) => leg.actualBuyAmount === undefined);
  return Math.max(0, open < 0 ? legs.length - 1 : open);
};

/** The first leg has paid out, and the second has not seen it yet. */
const isBetween = (data: TrackData): boolean => twoLegsOf(data)?.paysByItself === true && !isAtSecond(data);

/** The position of a refunded swap. With two legs, the bridge asset may come back, or arrive at the destination. */
function turnedBack(t: Text, data: TrackData, legs: number, isOver: boolean): LineProgress {
  const symbol = symbolOf(data.refund?.asset);
  const paid = paidInBridge(data);
  if (paid === 'fallback' && isOver) return { section: legs * 2, fraction: 1, state: 'diverted' };
  const section = legOf(data) * 2 + 1;
  const notes =
    paid === 'refund'
      ? [isOver ? t('refunded as {symbol}', { symbol }) : t('refund on its way as {symbol}', { symbol })]
      : isOver
        ? []
        : [t('refund on its way')];
  return { section, fraction: 1, state: 'turnedBack', ...(notes.length > 0 ? { notes: { 0: notes } } : {}) };
}

function swapping(t: Text, response: TrackResponse, legs: number): LineProgress {
  const { data, stage } = response;
  const left = data.remainingSeconds;
  const time = left !== undefined && left >= 5 ? duration(left, t.tag) : undefined;
  const remainingTexts = time ? [t('about {time} left', { time }), t('{time} left', { time })] : [];
  const stop = legOf(data) * 2 + 1;
  const last = legs * 2;
  if (stage === 'refund') return turnedBack(t, data, legs, false);
  if (stage === 'outbound') {
    const whole = data.route?.estimatedTime?.outbound;
    const gone = left !== undefined && whole ? 1 - left / whole : 0.5;
    return {
      section: last,
      fraction: inside(gone),
      state: 'travelling',
      note: t('payout'),
      notes: { [last]: remainingTexts },
    };
  }
  if (stop > 1 && isBetween(data))
    return { section: stop - 1, fraction: 0.5, state: 'travelling', note: t('between the legs') };
  const progress = data.streamingProgress;
  const { done = 0, total } = progress ?? {};
  const partTexts = total ? [t('part {done} of {total}', { done, total })] : [];
  return {
    section: stop,
    fraction: inside(progress ? progress.percentage / 100 : 0.5),
    state: 'travelling',
    note: data.held ? t('waiting') : t('swapping'),
    notes: { [stop]: partTexts, ...(remainingTexts.length > 0 ? { [last]: remainingTexts } : {}) },
  };
}

/** @param justSent signed in this browser a moment ago. */
export function lineProgress(t: Text, response: TrackResponse, justSent = false): LineProgress | undefined {
  const { data, trackingStatus, stage } = response;
  const legs = data.route?.legs.length ?? 1;
  const last = legs * 2;
  switch (trackingStatus) {
    case 'not_started': {
      // The page itself says that nothing is paid yet.
      const note = justSent ? t('sent') : paymentHash(data) && t('not on chain yet');
      return { section: 0, fraction: 0, state: 'travelling', ...(note ? { note } : {}) };
    }
    case 'pending': {
      const { fraction, notes } = confirmationsOf(t, data);
      return {
        section: 0,
        fraction: inside(fraction),
        state: 'travelling',
        note: t('confirming'),
        notes: { 0: notes },
      };
    }
    case 'swapping':
      return swapping(t, response, legs);
    case 'completed':
      return { section: last, fraction: 1, state: 'arrived' };
    case 'refunded':
      return turnedBack(t, data, legs, true);
    case 'failed':
      return stoppedIn(stage === 'inbound' ? 0 : stage === 'outbound' ? last : legOf(data) * 2 + 1);
  }
}
