/** Names every milestone of a swap, for the list of all of them. */
import type { Milestone } from '../../lib/domain/swap-timeline.ts';
import { msg } from '../../lib/i18n/text.ts';

export const MILESTONE_NAMES: Readonly<Record<Milestone, string>> = {
  paymentSeen: msg('Payment seen'),
  paymentReplaced: msg('Payment replaced'),
  paymentFinal: msg('Payment confirmed'),
  paymentFailed: msg('Payment failed'),
  providerSeen: msg('Seen by the provider'),
  providerCounted: msg('Received by the provider'),
  swapStarted: msg('Swap started'),
  held: msg('Held'),
  resumed: msg('Went on'),
  swapDone: msg('Swapped'),
  payoutPlanned: msg('Payout planned'),
  payoutSent: msg('Payout sent'),
  refundPlanned: msg('Refund planned'),
  refundSent: msg('Refund sent'),
  swapFailed: msg('Swap failed'),
};
