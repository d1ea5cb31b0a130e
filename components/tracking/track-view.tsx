import Link from 'next/link';
import type { ReactNode } from 'react';
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import { PROVIDER_NAMES } from '../../lib/domain/provider-id.ts';
import { ChannelCard } from '../deposit/channel-card.tsx';
import { waitsForDeposit } from '../deposit/channel-words.ts';
import { HashField } from '../deposit/hash-field.tsx';
import { OrderCard } from '../deposit/order-card.tsx';
import { waitsForOrder } from '../deposit/order-words.ts';
import { RouteLine } from '../routes/route-line.tsx';
import { routeLineData } from '../routes/route-line-data.ts';
import { assetView } from '../tokens/asset-view.ts';
import { FullAddress } from '../ui/address.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { duration, shortAmount } from '../ui/format.ts';
import { HashLink } from '../ui/hash-link.tsx';
import { Notice } from '../ui/notice.tsx';
import { lineProgress } from './line-progress.ts';
import { isFinal, sentence, stateWords } from './state-words.ts';
import { StatusPill } from './status-pill.tsx';
import { money, paidInBridge, refundPlace, symbolOf } from './swap-facts.ts';
import { timeline } from './timeline.ts';
import { TimelineList } from './timeline-list.tsx';
import { TrackDetails } from './track-details.tsx';
import { Failed, Refunded } from './track-endings.tsx';

export type TrackViewProps = {
  response: TrackResponse;
  network: NetworkName;
  /** Unix milliseconds of the last answer. */
  heardAt?: number | undefined;
  /** The connection to the service is lost since then (Unix milliseconds of the last answer). */
  lostSince?: number | undefined;
  /** Seconds since the payment was made, where this browser knows it. */
  elapsedSeconds?: number | undefined;
  onHash: (hash: string) => void;
};

function headline(response: TrackResponse): string {
  const { route, refund, outbound } = response.data;
  if (!route) return 'Your swap';
  const sell = `${shortAmount(route.sellAmount)} ${assetView(route.sellAsset).symbol}`;
  const buyAmount = route.actualBuyAmount ?? outbound?.amount ?? route.expectedBuyAmount;
  const buy = `${shortAmount(buyAmount)} ${assetView(route.buyAsset).symbol}`;
  const inBridge = paidInBridge(response.data);
  if (response.trackingStatus === 'refunded' && inBridge === 'fallback')
    return `${sell} became ${money(refund?.amount ?? route.legs[0]?.actualBuyAmount, refund?.asset)}`;
  if (response.trackingStatus === 'refunded')
    return `${refund?.amount ? `${shortAmount(refund.amount)} ${assetView(refund.asset ?? route.sellAsset).symbol}` : sell} came back`;
  if (response.trackingStatus === 'completed') return `${sell} became ${buy}`;
  return `${sell} to ${buy}`;
}

/** What the money became, where it is not what was sold and not what was to be bought. */
function bridgeWords(data: TrackResponse['data']): string | undefined {
  const paid = paidInBridge(data);
  const [got, wanted] = [symbolOf(data.refund?.asset), symbolOf(data.route?.buyAsset)];
  if (paid === 'fallback') return `Paid in ${got} instead of ${wanted}.`;
  return paid && `You have ${got} in place of the ${symbolOf(data.route?.sellAsset)} that you sold, less fees.`;
}

function subline(response: TrackResponse): string {
  const { route } = response.data;
  const through = route ? `Through ${route.providers.map((id) => PROVIDER_NAMES[id]).join(', then ')}.` : '';
  const words = {
    not_started: 'Once it is seen, it goes on by itself.',
    pending: 'You can close this page; the swap goes on.',
    swapping: 'You can close this page; the swap goes on.',
    completed: 'Your swap is done.',
    refunded: bridgeWords(response.data) ?? 'You have what you sold back, less network fees.',
    failed: '',
  }[response.trackingStatus];
  return [through, words].filter(Boolean).join(' ');
}

/** Everything that is known of one swap. Works without a wallet. */
export function TrackView({ response, network, heardAt, lostSince, elapsedSeconds, onHash }: TrackViewProps) {
  const { data, trackingStatus } = response;
  const { route } = data;
  const expected = route?.estimatedTime?.total;
  const waits = waitsForDeposit(response) || waitsForOrder(response);
  return (
    <article className="card grid gap-5 p-4 sm:p-6">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 sm:flex-1">
          <h1 className="num font-semibold text-20 tracking-[-0.01em] [overflow-wrap:anywhere]">
            {headline(response)}
          </h1>
          <p className="text-ink-2">{subline(response)}</p>
        </div>
        <span role="status">
          <StatusPill status={trackingStatus} words={stateWords(response)} />
        </span>
      </header>
      <Trouble response={response} lostSince={lostSince} elapsedSeconds={elapsedSeconds} />
      {route && <RouteLine data={routeLineData(route, lineProgress(response))} size="tall" />}
      {!isFinal(response) && expected !== undefined && (
        <p className="num -mt-2 text-12 text-ink-3">
          {elapsedSeconds !== undefined &&
            trackingStatus !== 'not_started' &&
            `${duration(elapsedSeconds)} since you sent it. `}
          Expected to take about {duration(expected)} in all.
        </p>
      )}
      {!waits && <TimelineList steps={timeline(response)} network={network} />}
      {waitsForDeposit(response) ? (
        <ChannelCard response={response} heardAt={heardAt} onHash={onHash} />
      ) : waits ? (
        <OrderCard response={response} heardAt={heardAt} onHash={onHash} />
      ) : (
        trackingStatus === 'not_started' &&
        route && (
          <Section title="I sent it from elsewhere">
            <HashField chain={assetOf(route.sellAsset).chain} onHash={onHash} />
          </Section>
        )
      )}
      {route && <TrackDetails response={response} />}
      {isFinal(response) && route && !waits && (
        <Link
          href={`/?sell=${encodeURIComponent(route.sellAsset)}&buy=${encodeURIComponent(route.buyAsset)}`}
          className={`${buttonClasses('quiet', 'medium')} justify-self-start`}
        >
          Swap again
        </Link>
      )}
      <p className="text-12 text-ink-3">Nobody from Portage will ever ask for your keys.</p>
    </article>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-2 border-line border-t pt-4">
    <h2 className="font-semibold text-14">{title}</h2>
    {children}
  </section>
);

/** A swap is called slow once it takes half as long again as expected. */
const SLOW = 1.5;

function Trouble({
  response,
  lostSince,
  elapsedSeconds,
}: Pick<TrackViewProps, 'response' | 'lostSince' | 'elapsedSeconds'>) {
  const { data, trackingStatus: status, error } = response;
  const expected = data.route?.estimatedTime?.total;
  const slow =
    !isFinal(response) &&
    status !== 'not_started' &&
    expected !== undefined &&
    (elapsedSeconds ?? 0) > expected * SLOW + 60;
  const at = (time: number) => new Date(time).toLocaleTimeString();
  return (
    <div className="grid gap-2 empty:hidden">
      {lostSince !== undefined && (
        <Notice kind="care" live="polite" title="The connection is lost">
          This was the state at {at(lostSince)}. The swap goes on without this page; it is asked for again.
        </Notice>
      )}
      {data.mismatch && data.mismatch.length > 0 && <Mismatch mismatch={data.mismatch} />}
      {data.stale && (
        <Notice kind="care" live="polite" title="Last known state">
          The network cannot be asked just now
          {data.updatedAt ? `; this was true at ${at(Date.parse(data.updatedAt))}` : ''}. Your money is where it was,
          and the swap goes on.
        </Notice>
      )}
      {data.held && (
        <Notice kind="care" live="polite" title="The swap waits">
          {data.held} Your money is held by the network until it goes on or comes back.
        </Notice>
      )}
      {slow && !data.held && (
        <Notice kind="care" live="polite" title="This takes longer than expected">
          Blocks and queues can be slow. Nothing needs doing; what you sent is seen and accounted for.
        </Notice>
      )}
      {status === 'refunded' && <Refunded response={response} />}
      {status === 'failed' && <Failed response={response} />}
      {data.replacedBy && (
        <Notice kind="care" live="polite" title="Your wallet replaced this transaction">
          Another one with the same number took its place. That one is followed now:{' '}
          <HashLink hash={data.replacedBy} what="the hash of the transaction that took its place" />
        </Notice>
      )}
      {data.transactionPayload && <Payload payload={data.transactionPayload} />}
      {status === 'completed' && data.refund && (
        <Notice kind="care" live="polite" title="A part came back">
          {sentence(error ?? 'Not all could be swapped within your limit.')} The rest was sent back to{' '}
          {refundPlace(data)}.
        </Notice>
      )}
    </div>
  );
}

/** The network has signed the payout and could not send it: whoever pays the gas may. */
function Payload({ payload }: { payload: NonNullable<TrackResponse['data']['transactionPayload']> }) {
  return (
    <Notice kind="care" title="The payout is signed, but could not be sent">
      <p className="mb-2">
        Anyone may send it from any {CHAINS[payload.chain].name} account: a call of the contract below with this data
        and {payload.value} wei. It pays the address of your swap and no other.
      </p>
      <FullAddress address={payload.to} />
      <p className="mt-2 flex items-center gap-2">
        Call data, {payload.data.length} characters
        <CopyButton value={payload.data} what="the call data" words />
      </p>
    </Notice>
  );
}

const MISMATCH_NAMES: Readonly<Record<string, string>> = {
  amount: 'Amount',
  asset: 'Asset',
  memo: 'Memo',
  to: 'Paid to',
  address: 'Paid to',
  inboundAddress: 'Paid to',
  hash: 'Transaction',
};

function Mismatch({ mismatch }: { mismatch: NonNullable<TrackResponse['data']['mismatch']> }) {
  return (
    <Notice kind="loss" live="assertive" title="This transaction does not belong to this swap">
      <p className="mb-2">
        Its hash was entered for this swap, but it differs as told below. If you pasted the wrong hash, enter the right
        one.
      </p>
      <ul className="grid gap-1">
        {mismatch.map((item) => (
          <li key={item.field}>
            <span className="font-medium">{MISMATCH_NAMES[item.field] ?? item.field}:</span> expected{' '}
            <span className="ltr font-mono text-12">{item.expected}</span>, found{' '}
            <span className="ltr font-mono text-12">{item.actual}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
