/** What is said of a swap that did not end as it should: what happened, and where the money is now. */
import type { TrackData, TrackResponse } from '../../lib/api/schemas/track.ts';
import { waitsForOrder } from '../deposit/order-words.ts';
import { FullAddress } from '../ui/address.tsx';
import { Notice } from '../ui/notice.tsx';
import { gasWords, sentence } from './state-words.ts';
import { isAtOnce, money, paidInBridge, refundPlace, symbolOf, twoLegsOf } from './swap-facts.ts';

/** The second of two legs could not be done: the money is the asset in which they meet. */
function InBridge({ data, reason, kind }: { data: TrackData; reason: string; kind: 'fallback' | 'refund' }) {
  const legs = twoLegsOf(data);
  const { refund, route } = data;
  if (!legs || !refund || !route) return null;
  const [first, second] = legs.names;
  const [paid, sold, wanted] = [symbolOf(refund.asset), symbolOf(route.sellAsset), symbolOf(route.buyAsset)];
  const what = money(refund.amount, refund.asset);
  const to = refund.address ?? (kind === 'fallback' ? route.destinationAddress : route.sourceAddress);
  return (
    <Notice
      kind="care"
      live="assertive"
      title={kind === 'fallback' ? `Paid in ${paid} instead of ${wanted}` : `Your ${paid} came back`}
    >
      {kind === 'fallback' ? (
        <p>
          {first} swapped your {sold} to {paid}. {second} could not swap the {paid} any further within your limit, so{' '}
          {what} went to the address that was to receive {wanted}:
        </p>
      ) : (
        <p>
          The second leg could not be done; your {sold} was swapped to {paid} before. {what} came back to:
        </p>
      )}
      <FullAddress address={to} />
      {reason && <p className="mt-1">{sentence(reason)}</p>}
    </Notice>
  );
}

export function Refunded({ response: { data, error } }: { response: TrackResponse }) {
  const kind = paidInBridge(data);
  if (kind) return <InBridge data={data} reason={error ?? ''} kind={kind} />;
  return (
    <Notice kind="care" live="assertive" title="The swap turned back">
      {sentence(error ?? 'The network could not do the swap within your limit.')} Your money is back at{' '}
      {refundPlace(data)}.
    </Notice>
  );
}

/** Where the money of a failed swap is; '' where the words of the failure say it. */
function whereItIs(response: TrackResponse): string {
  const { data, stage } = response;
  const legs = twoLegsOf(data);
  if (legs?.paysByItself && stage === 'inbound')
    return `Your ${symbolOf(data.route?.sellAsset)} is still with you. ${gasWords(response.error)}`.trim();
  if ((data.depositChannel && !legs?.paysByItself) || waitsForOrder(response)) return '';
  if (isAtOnce(data)) return 'What you wanted to sell is still with you.';
  return stage === 'inbound'
    ? 'Nothing was swapped; what was not spent on network fees is still with you.'
    : 'Look at the evidence below; keep the hash of your payment.';
}

export function Failed({ response }: { response: TrackResponse }) {
  const { data, error, stage } = response;
  const nothingSold = isAtOnce(data) || (twoLegsOf(data)?.paysByItself && stage === 'inbound');
  return (
    <Notice kind="loss" live="assertive" title={nothingSold ? 'Nothing was sold' : 'The swap failed'}>
      {sentence(error ?? 'The payment was not accepted.')} {whereItIs(response)}
    </Notice>
  );
}
