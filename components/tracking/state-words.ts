/** The state of a swap in words for people. */
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import { isPaidByDeposit } from '../deposit/channel-words.ts';
import { waitsForOrder } from '../deposit/order-words.ts';
import { isAtOnce, paidInBridge, paymentHash, symbolOf, twoLegsOf } from './swap-facts.ts';

/** A reason as a network words it, made into a sentence that another can follow. */
export function sentence(reason: string): string {
  const text = reason.trim();
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

/** What an attempt cost that sold nothing; '' where the reason says it already. */
export const gasWords = (reason = ''): string => (/\b(gas|network fee)\b/i.test(reason) ? '' : 'Only gas was spent.');

/** The state in a few words, for the pill and the window's title. */
export function stateWords(response: TrackResponse): string {
  const { trackingStatus: status, stage, data } = response;
  const progress = data.streamingProgress;
  switch (status) {
    case 'not_started':
      return ((data.depositChannel && data.route && isPaidByDeposit(data.route)) || waitsForOrder(response)) &&
        !paymentHash(data)
        ? 'Waiting for your deposit'
        : 'Not seen yet';
    case 'pending':
      return isAtOnce(data) || twoLegsOf(data)?.paysByItself ? 'Swapping' : 'Confirming';
    case 'swapping':
      if (stage === 'refund')
        return paidInBridge(data) === 'fallback' ? `Paying in ${symbolOf(data.refund?.asset)}` : 'Coming back';
      if (stage === 'outbound') return 'Sending out';
      return progress?.total ? `Swapping, ${progress.done ?? 0} of ${progress.total}` : 'Swapping';
    case 'completed':
      return data.refund ? 'Arrived in part' : 'Arrived';
    case 'refunded': {
      const paid = paidInBridge(data);
      const symbol = symbolOf(data.refund?.asset);
      return paid === 'fallback' ? `Paid in ${symbol}` : paid === 'refund' ? `${symbol} came back` : 'Refunded';
    }
    case 'failed':
      return 'Failed';
  }
}

export const isFinal = (response: Pick<TrackResponse, 'trackingStatus'>): boolean =>
  ['completed', 'refunded', 'failed'].includes(response.trackingStatus);
