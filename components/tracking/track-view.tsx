'use client';
import type { ReactNode } from 'react';
import type { TrackData, TrackResponse } from '../../lib/api/schemas/track.ts';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { PROVIDER_NAMES } from '../../lib/domain/provider-id.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { waitsForDeposit } from '../deposit/channel-text.ts';
import { isPaidByHand } from '../deposit/order-text.ts';
import { useTooLate } from '../deposit/use-seconds-to-pay.ts';
import { useEmbedding } from '../embed/embedding.tsx';
import { RouteLine } from '../routes/route-line.tsx';
import { routeLineData } from '../routes/route-line-data.ts';
import { duration } from '../ui/format.ts';
import { latePart } from '../ui/late-part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useText } from '../ui/text.tsx';
import { lineProgress } from './line-progress.ts';
import { Outcome } from './outcome.tsx';
import { isFinal, type Moment, stateText, waitsForMoney } from './state-text.ts';
import { StatusPill } from './status-pill.tsx';
import { timeline } from './timeline.ts';
import { TimelineList } from './timeline-list.tsx';
import type { LocalFacts } from './timeline-step.ts';
import { type Notify, TrackActions } from './track-actions.tsx';
import { TrackDetails } from './track-details.tsx';
import { chainOfAsset, endedAt, money, paidInBridge, seenAt, symbolOf } from './track-selectors.ts';
import { Trouble } from './track-trouble.tsx';

const CardToCome = () => <Skeleton className="h-96" />;
const ChannelCard = latePart(() => import('../deposit/channel-card.tsx').then((m) => m.ChannelCard), CardToCome);
const OrderCard = latePart(() => import('../deposit/order-card.tsx').then((m) => m.OrderCard), CardToCome);
const ByHandCard = latePart(() => import('../deposit/by-hand-card.tsx').then((m) => m.ByHandCard), CardToCome);
const ReviewedOnly = latePart(() => import('../deposit/reviewed-only.tsx').then((m) => m.ReviewedOnly), CardToCome);
const HashField = latePart(
  () => import('../deposit/hash-field.tsx').then((m) => m.HashField),
  () => <Skeleton className="h-34" />,
);

type TrackViewProps = {
  response: TrackResponse;
  network: NetworkName;
  /** When the last answer arrived, Unix milliseconds. */
  receivedAt?: number | undefined;
  /** When the last answer arrived before the connection was lost, Unix milliseconds; undefined while connected. */
  lostSince?: number | undefined;
  /** Seconds since the payment, if known. */
  elapsedSeconds?: number | undefined;
  /** What only this browser knows. */
  local?: LocalFacts | undefined;
  notify?: Notify | undefined;
  onHash: (hash: string) => void;
};

function headline(t: Text, response: TrackResponse): string {
  const { data, trackingStatus: status } = response;
  const { route, refund, outbound } = data;
  if (!route) return t('Your swap');
  const sold = money(t, route.sellAmount, route.sellAsset);
  const bought = money(t, route.actualBuyAmount ?? outbound?.amount ?? route.expectedBuyAmount, route.buyAsset);
  if (status === 'refunded' && paidInBridge(data) === 'fallback')
    return t('{sold} became {bought}', {
      sold,
      bought: money(t, refund?.amount ?? route.legs[0]?.actualBuyAmount, refund?.asset),
    });
  if (status === 'refunded')
    return t('{what} came back', {
      what: refund?.amount ? money(t, refund.amount, refund.asset ?? route.sellAsset) : sold,
    });
  return status === 'completed'
    ? t('{sold} became {bought}', { sold, bought })
    : t('{sold} to {bought}', { sold, bought });
}

/** What the money became, when it is neither the sold nor the bought asset. */
function bridgeText(t: Text, data: TrackData): string | undefined {
  const paid = paidInBridge(data);
  const values = {
    got: symbolOf(data.refund?.asset),
    wanted: symbolOf(data.route?.buyAsset),
    sold: symbolOf(data.route?.sellAsset),
  };
  if (paid === 'fallback') return t('Paid in {got} instead of {wanted}.', values);
  return paid && t('You got {got} back instead of {sold}, less fees.', values);
}

function sublines(t: Text, response: TrackResponse, { justSent, tooLate }: Moment): string[] {
  const { route } = response.data;
  const chain = chainOfAsset(route?.sellAsset);
  const under = t('You can close this page. The swap continues.');
  const texts = {
    not_started:
      justSent && chain
        ? t('Sent. It can take a few minutes to appear on {chain}.', { chain: CHAINS[chain].name })
        : tooLate
          ? ''
          : t('Waiting for your payment. The rest is automatic.'),
    pending: under,
    swapping: under,
    completed: '',
    refunded: bridgeText(t, response.data) ?? '',
    failed: '',
  }[response.trackingStatus];
  const provider = route && t.list(route.providers.map((id) => PROVIDER_NAMES[id]));
  return [texts, ...(provider ? [t('Provider: {provider}.', { provider })] : [])].filter(Boolean);
}

/** The time taken so far against the expected time. */
function Elapsed({ response, elapsedSeconds }: Pick<TrackViewProps, 'response' | 'elapsedSeconds'>) {
  const t = useText();
  const total = response.data.route?.estimatedTime?.total;
  if (isFinal(response) || total === undefined) return null;
  const expected = duration(total, t.tag);
  const known = elapsedSeconds !== undefined && response.trackingStatus !== 'not_started';
  return (
    <p className="num -mt-2 text-13 text-ink-3">
      {known
        ? t('Sent {time} ago. Expected to take about {expected} in total.', {
            time: duration(elapsedSeconds, t.tag),
            expected,
          })
        : t('Expected to take about {expected} in total.', { expected })}
    </p>
  );
}

/** Seconds from the payment to the end, by the evidence; undefined when either is missing. */
function tookSeconds({ data }: TrackResponse, sentAt: number | undefined): number | undefined {
  const begun = seenAt(data, 'paymentSeen', 'paymentFinal', 'providerSeen') ?? sentAt;
  const end = endedAt(data);
  return begun === undefined || end === undefined || end < begun ? undefined : (end - begun) / 1000;
}

/** Where to pay, or a field to name the payment's hash, while nothing was paid. */
function ToPay({
  response,
  receivedAt,
  local,
  onHash,
}: Pick<TrackViewProps, 'response' | 'receivedAt' | 'local' | 'onHash'>) {
  const t = useText();
  const { route } = response.data;
  const chain = chainOfAsset(route?.sellAsset);
  if (waitsForMoney(response)) {
    const Card = waitsForDeposit(response) ? ChannelCard : OrderCard;
    return (
      <ReviewedOnly response={response} receivedAt={receivedAt} reviewed={local?.reviewed}>
        <Card response={response} receivedAt={receivedAt} onHash={onHash} />
      </ReviewedOnly>
    );
  }
  if (response.trackingStatus !== 'not_started' || !chain || local?.justSent) return null;
  if (local?.shownByHand && route && isPaidByHand(route))
    return (
      <ReviewedOnly response={response} receivedAt={receivedAt} reviewed={local?.reviewed}>
        <ByHandCard route={route} reviewed={local.reviewed} onHash={onHash} />
      </ReviewedOnly>
    );
  return (
    <Section title={t('I paid from somewhere else')}>
      <HashField chain={chain} onHash={onHash} />
    </Section>
  );
}

/** Everything known about one swap. Needs no wallet. */
export function TrackView({
  response,
  network,
  receivedAt,
  lostSince,
  elapsedSeconds,
  local,
  notify,
  onHash,
}: TrackViewProps) {
  const t = useText();
  const { route } = response.data;
  const waits = waitsForMoney(response);
  const brief = useEmbedding().hides('tracking');
  const justSent = local?.justSent === true;
  const state = { justSent, tooLate: useTooLate(response, receivedAt) };
  return (
    <article className="card grid gap-5 p-4 sm:p-6">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 sm:flex-1">
          <h1 className="num font-semibold text-20 tracking-[-0.01em] [overflow-wrap:anywhere]">
            {headline(t, response)}
          </h1>
          <p className="text-ink-2">{sublines(t, response, state).join(' ')}</p>
        </div>
        <span role="status">
          <StatusPill status={response.trackingStatus} label={stateText(t, response, state)} />
        </span>
      </header>
      <Trouble response={response} lostSince={lostSince} elapsedSeconds={elapsedSeconds} />
      {route && <RouteLine data={routeLineData(route, lineProgress(t, response, justSent))} size="tall" />}
      <Elapsed response={response} elapsedSeconds={elapsedSeconds} />
      <Outcome response={response} tookSeconds={tookSeconds(response, local?.sentAt)} />
      {!waits && !brief && <TimelineList steps={timeline(t, response, local)} network={network} />}
      <ToPay response={response} receivedAt={receivedAt} local={local} onHash={onHash} />
      <TrackActions response={response} notify={notify} />
      {route && !brief && <TrackDetails response={response} />}
      <p className="text-13 text-ink-3">{t('Nobody from Portage will ever ask for your keys.')}</p>
    </article>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-3 border-line border-t pt-4">
    <h2 className="font-semibold text-16">{title}</h2>
    {children}
  </section>
);
