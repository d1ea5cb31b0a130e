/** The step of a swap's timeline that returns the payment, built from one tracking answer and nothing else. */
import { sentence } from './state-text.ts';
import { english, evidence, rawTx, type StepInput, type TimelineStep } from './timeline-step.ts';
import { money, refundTarget, seenAt } from './track-selectors.ts';

export function refundStep(input: StepInput): TimelineStep {
  const { t, data, response } = input;
  const refund = data.refund;
  const over = response.trackingStatus === 'refunded' || response.trackingStatus === 'completed';
  const asset = refund?.asset ?? data.route?.sellAsset;
  const what = money(t, refund?.amount ?? (refund ? undefined : data.route?.sellAmount), asset);
  if (refund?.kept)
    return {
      id: 'refund',
      state: 'back',
      title: t('{what} was too small to refund', { what }),
      details: [],
      raw: rawTx(t, refund, asset),
    };
  const address =
    refund?.address ?? data.depositChannel?.refundAddress ?? data.quoteInfo?.senderAddress ?? data.route?.sourceAddress;
  const where =
    refundTarget(data) === 'sender'
      ? t('It goes to the address you paid from, less fees.')
      : t('It goes to your refund address, less fees.');
  return {
    id: 'refund',
    state: over ? 'back' : 'now',
    // The headline of a refunded swap says how much came back; of one that was filled in part, it says what was bought.
    title: !over
      ? t('Refund of {what} on its way', { what })
      : response.trackingStatus === 'refunded'
        ? t('Refund sent')
        : t('{what} came back', { what }),
    details: over ? [] : [...(refund?.reason ? english(sentence(refund.reason)) : []), where],
    at: over ? seenAt(data, 'refundSent') : undefined,
    ...(address ? { address } : {}),
    ...evidence(refund, data.route?.sellAsset),
    raw: rawTx(t, refund, asset),
  };
}
