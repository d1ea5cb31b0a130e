/** Words the state of a swap for people. */
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { waitsForDeposit } from '../deposit/channel-text.ts';
import { waitsForOrder } from '../deposit/order-text.ts';
import { isAtOnce, paidInBridge, paymentHash, symbolOf, twoLegsOf } from './track-selectors.ts';

/** Makes a full sentence of a reason as a network words it. */
export function sentence(reason: string): string {
  const text = reason.trim();
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

/** Whether the server's text already names the gas that a failed attempt cost. */
export const saysGas = (reason = ''): boolean => /\b(gas|network fee)\b/i.test(reason);

/** Whether the swap waits for money at an address that was opened for it. */
export const waitsForMoney = (response: TrackResponse): boolean => waitsForDeposit(response) || waitsForOrder(response);

function swappingText(t: Text, { stage, data }: TrackResponse): string {
  const { done = 0, total } = data.streamingProgress ?? {};
  if (stage === 'refund')
    return paidInBridge(data) === 'fallback'
      ? t('Paying in {symbol}', { symbol: symbolOf(data.refund?.asset) })
      : t('Refund on its way');
  if (stage === 'outbound') return t('Payout on its way');
  return total ? t('Swapping, {done} of {total}', { done, total }) : t('Swapping');
}

function refundedText(t: Text, { data }: TrackResponse): string {
  const paid = paidInBridge(data);
  const symbol = symbolOf(data.refund?.asset);
  if (paid === 'fallback') return t('Paid in {symbol}', { symbol });
  return paid === 'refund' ? t('{symbol} came back', { symbol }) : t('Refunded');
}

/** What the clock tells of a swap, and its answer does not. */
export type Moment = {
  /** Signed in this browser a moment ago. */
  justSent?: boolean;
  /** A deposit sent now no longer counts. */
  tooLate?: boolean;
};

/** The state in a few words, for the pill and the window title. */
export function stateText(t: Text, response: TrackResponse, { justSent, tooLate }: Moment = {}): string {
  const { trackingStatus: status, data } = response;
  switch (status) {
    case 'not_started':
      if (data.mismatch?.length) return t('Wrong payment');
      if (data.stale) return t('Status unknown');
      if (justSent) return t('Sent');
      if (paymentHash(data)) return t('Not on chain yet');
      if (!waitsForMoney(response)) return t('Waiting for payment');
      return tooLate ? t('This address has expired') : t('Waiting for your deposit');
    case 'pending':
      return isAtOnce(data) || twoLegsOf(data)?.paysByItself ? t('Swapping') : t('Confirming');
    case 'swapping':
      return swappingText(t, response);
    case 'completed':
      return data.refund ? t('Partly filled') : t('Arrived');
    case 'refunded':
      return refundedText(t, response);
    case 'failed':
      return t('Failed');
  }
}

export const isFinal = (response: Pick<TrackResponse, 'trackingStatus'>): boolean =>
  ['completed', 'refunded', 'failed'].includes(response.trackingStatus);
