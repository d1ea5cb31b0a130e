'use client';
import type { ReactNode } from 'react';
import type { TrackData, TrackResponse } from '../../lib/api/schemas/track.ts';
import { waitsForDeposit } from '../deposit/channel-text.ts';
import { waitsForOrder } from '../deposit/order-text.ts';
/** Explains swaps that ended badly: what happened, where the money is now, and what can be done. */
import { SiteLink } from '../embed/site-link.tsx';
import { worth } from '../routes/route-money.ts';
import { swapLink } from '../swap/form-url.ts';
import { FullAddress } from '../ui/address.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { compareDecimals } from '../ui/decimal-math.ts';
import { fullAmount, usd } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';
import { exactlyLess } from './against-quote.ts';
import { causeText } from './cause-text.ts';
import { HelpNote } from './help-note.tsx';
import { saysGas, sentence } from './state-text.ts';
import { isAtOnce, money, paidInBridge, refundTarget, symbolOf, twoLegsOf } from './track-selectors.ts';

/** What the network appends in its own units: "(emit asset 286 less than price limit 316)". */
const QUOTED = / \([^()]*\)(?=\.?$)/;

/** The reason in the service's words, without what is appended. */
const Said = ({ reason }: { reason: string | undefined }) =>
  reason ? (
    <p lang="en" dir="auto" className="[overflow-wrap:anywhere]">
      {sentence(reason.replace(QUOTED, ''))}
    </p>
  ) : null;

/** Why it was not swapped: in the reader's language where there is a text for the cause. */
function Why({ response: { data, error } }: { response: TrackResponse }) {
  const t = useText();
  const cause = causeText(t, data.reasonCode);
  return cause ? <p>{cause}</p> : <Said reason={error ?? undefined} />;
}

/** A link to the form, filled in as for this swap. */
function TryAgain({ route, children }: { route: NonNullable<TrackData['route']>; children: ReactNode }) {
  const again = swapLink({
    sell: route.sellAsset,
    buy: route.buyAsset,
    amount: route.sellAmount,
    to: route.destinationAddress,
    slippage: route.meta.slippagePercent,
  });
  return (
    <SiteLink href={again} className={buttonClasses('primary', 'medium')}>
      {children}
    </SiteLink>
  );
}

/** What the refund cost, and where it went. The page's headline says how much came back, its timeline has the proof. */
function CameBack({ data }: { data: TrackData }) {
  const t = useText();
  const { refund, route } = data;
  if (!refund || !route) return null;
  const asset = refund.asset ?? route.sellAsset;
  const sold = data.inbound?.amount ?? route.sellAmount;
  const isSold = asset.toLowerCase() === route.sellAsset.toLowerCase();
  const less =
    refund.amount && isSold && !data.outbound && compareDecimals(refund.amount, sold) < 0
      ? exactlyLess(sold, refund.amount)
      : undefined;
  const cost = { amount: fullAmount(less ?? '0', t.tag), symbol: symbolOf(asset) };
  const lessUsd = less === undefined ? undefined : worth(route, asset, less);
  const address = refund.address ?? data.depositChannel?.refundAddress ?? route.sourceAddress;
  return (
    <div className="mt-2 grid gap-1">
      {less && (
        <p className="num">
          {lessUsd === undefined
            ? t('The refund cost {amount} {symbol}.', cost)
            : t('The refund cost {amount} {symbol} ({money}).', { ...cost, money: usd(lessUsd, t.tag) })}
        </p>
      )}
      {address && (
        <div>
          <p>{t('Sent to')}</p>
          <FullAddress address={address} />
        </div>
      )}
    </div>
  );
}

/** The second leg could not be done, so the money is now the bridge asset. */
function InBridge({ data, reason, kind }: { data: TrackData; reason: string; kind: 'fallback' | 'refund' }) {
  const t = useText();
  const legs = twoLegsOf(data);
  const { refund, route } = data;
  if (!legs || !refund || !route) return null;
  const [first, second] = legs.names;
  const values = {
    first,
    second,
    paid: symbolOf(refund.asset),
    sold: symbolOf(route.sellAsset),
    wanted: symbolOf(route.buyAsset),
    what: money(t, refund.amount, refund.asset),
  };
  const to = refund.address ?? (kind === 'fallback' ? route.destinationAddress : route.sourceAddress);
  return (
    <Notice
      kind="care"
      live="assertive"
      title={kind === 'fallback' ? t('Paid in {paid} instead of {wanted}', values) : t('Your {paid} came back', values)}
    >
      <p>
        {kind === 'fallback'
          ? t(
              '{first} swapped your {sold} to {paid}. {second} could not swap the {paid} within your limit, so {what} went to your {wanted} address:',
              values,
            )
          : t('Your {sold} was swapped to {paid}, but the second leg could not be done. {what} went back to:', values)}
      </p>
      <FullAddress address={to} />
      <Said reason={reason} />
      <p className="mt-2">
        <SiteLink
          href={swapLink({ sell: refund.asset ?? route.sellAsset, buy: route.buyAsset, amount: refund.amount ?? '' })}
          className={buttonClasses('primary', 'medium')}
        >
          {t('Swap {sold} to {bought}', { sold: values.paid, bought: values.wanted })}
        </SiteLink>
      </p>
    </Notice>
  );
}

export function Refunded({ response }: { response: TrackResponse }) {
  const t = useText();
  const { data, error } = response;
  const kind = paidInBridge(data);
  if (kind) return <InBridge data={data} reason={error ?? ''} kind={kind} />;
  return (
    <Notice
      kind="care"
      live="assertive"
      action={data.route && <TryAgain route={data.route}>{t('Try again')}</TryAgain>}
    >
      {error ? <Why response={response} /> : <p>{t('The swap could not be done.')}</p>}
      <CameBack data={data} />
    </Notice>
  );
}

/** One part was swapped and arrived, the other was refunded. */
export function PartlyFilled({ response: { data, error } }: { response: TrackResponse }) {
  const t = useText();
  if (data.refund?.kept)
    return (
      <Notice kind="care" live="polite" title={t('A part was too small to refund')}>
        <p>{t('A part could not be swapped within your limit, and it is too small for the network to send back.')}</p>
        <Said reason={data.refund.reason} />
      </Notice>
    );
  return (
    <Notice kind="care" live="polite" title={t('A part was refunded')}>
      <p>
        {refundTarget(data) === 'sender'
          ? t('A part could not be swapped within your limit. It went back to the address you paid from.')
          : t('A part could not be swapped within your limit. It went back to your refund address.')}
      </p>
      <Said reason={error ?? data.refund?.reason} />
      <CameBack data={data} />
    </Notice>
  );
}

/** Where the money of a failed swap is; undefined when the error text already says so. */
function useWhereItIs(response: TrackResponse): string | undefined {
  const t = useText();
  const { data, stage, error } = response;
  const legs = twoLegsOf(data);
  const symbol = symbolOf(data.route?.sellAsset);
  if (legs?.paysByItself && stage === 'inbound')
    return saysGas(error)
      ? t('You still have your {symbol}.', { symbol })
      : t('You still have your {symbol}. Only the network fee was spent.', { symbol });
  if ((data.depositChannel && !legs?.paysByItself) || waitsForOrder(response)) return undefined;
  if (isAtOnce(data)) return t('You still have what you wanted to sell.');
  return stage === 'inbound'
    ? t('Nothing was swapped. Only network fees were spent.')
    : t('See the transactions below, and keep the hash of your payment.');
}

export function Failed({ response }: { response: TrackResponse }) {
  const t = useText();
  const { data, stage } = response;
  const where = useWhereItIs(response);
  const nothingSold = isAtOnce(data) || (twoLegsOf(data)?.paysByItself && stage === 'inbound');
  const expired = waitsForDeposit(response) || waitsForOrder(response);
  const title = nothingSold ? t('Nothing was sold') : expired ? t('The time to pay has run out') : t('The swap failed');
  return (
    <Notice
      kind="loss"
      live="assertive"
      title={title}
      action={
        (nothingSold || stage === 'inbound') && !expired && data.route ? (
          <TryAgain route={data.route}>{t('Try again')}</TryAgain>
        ) : undefined
      }
    >
      <Why response={response} />
      {where && <p>{where}</p>}
      {!nothingSold && stage !== 'inbound' && <HelpNote response={response} />}
    </Notice>
  );
}
