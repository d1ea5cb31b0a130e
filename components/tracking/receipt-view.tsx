'use client';
import './receipt.css';
import type { ReactNode } from 'react';
import { CHAINS } from '../../lib/chains/chains.ts';
import { isChainId } from '../../lib/domain/chain-id.ts';
import { PROVIDER_NAMES } from '../../lib/domain/provider-id.ts';
import { msg } from '../../lib/i18n/text.ts';
import type { SavedMove } from '../activity/read-saved-swap.ts';
import { feeLabels } from '../review/fee-text.ts';
import { RouteLine } from '../routes/route-line.tsx';
import { routeLineData } from '../routes/route-line-data.ts';
import { dateTime, duration, fullAmount, percent, usd } from '../ui/format.ts';
import { Logo } from '../ui/logo.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { useText } from '../ui/text.tsx';
import { compareWithQuote } from './against-quote.ts';
import { savedProgress } from './line-progress.ts';
import { MILESTONE_NAMES } from './milestone-text.ts';
import type { AddressName, IdName, Receipt } from './receipt-file.ts';
import { SignedReceipt } from './signed-receipt.tsx';
import { sentence } from './state-text.ts';
import { StatusPill } from './status-pill.tsx';
import { chainOfAsset, leftToRight, money, symbolOf } from './track-selectors.ts';

export const Mono = ({ children }: { children: ReactNode }) => (
  <span className="ltr font-mono text-13 break-all">{children}</span>
);

export function useExact() {
  const t = useText();
  return (amount: string, asset: string) => leftToRight(t, `${fullAmount(amount, t.tag)} ${symbolOf(asset)}`);
}

const Section = ({ title, note, children }: { title: string; note?: string | undefined; children: ReactNode }) => (
  <section className="grid gap-1.5 border-line border-t pt-3">
    <h2 className="font-semibold text-14">
      {title}
      {note && <span className="ms-2 font-normal text-13 text-ink-3">{note}</span>}
    </h2>
    <Rows>{children}</Rows>
  </section>
);

const ADDRESS_NAMES: Readonly<Record<AddressName, string>> = {
  from: msg('From'),
  to: msg('To'),
  paidTo: msg('Paid to'),
  contract: msg('Contract'),
  vault: msg('Vault'),
  refund: msg('Refund address'),
};
const ID_NAMES: Readonly<Record<IdName, string>> = {
  swap: msg('Swap id'),
  order: msg('Order'),
  channel: msg('Channel'),
};

/** An exact amount, and its worth in dollars where that is known. */
function Money({ amount, asset, worth }: { amount: string; asset: string; worth?: number | undefined }) {
  const t = useText();
  const exact = useExact();
  return (
    <>
      {exact(amount, asset)}
      {worth !== undefined && <span className="ltr ms-2 text-ink-3">{usd(worth, t.tag)}</span>}
    </>
  );
}

/** The exact sold and bought amounts, and their comparison with the quote. */
function Amounts({ receipt: { sell, buy, payment, legs, refund, payout } }: { receipt: Receipt }) {
  const t = useText();
  const exact = useExact();
  const compared = buy.received && !refund ? compareWithQuote(buy.received, buy.expected, buy.guaranteed) : undefined;
  const sign = compared?.direction === 'less' ? '−' : '+';
  return (
    <Section title={t('Amounts')}>
      <Row name={t('Sold')}>
        <Money
          amount={payment?.amount ?? sell.amount}
          asset={payment?.asset ?? sell.asset}
          worth={payment?.amount === undefined || payment.amount === sell.amount ? sell.usd : undefined}
        />
      </Row>
      {buy.received && (
        <Row name={t('Received')}>
          <Money amount={buy.received} asset={payout?.asset ?? buy.asset} worth={buy.usd} />
        </Row>
      )}
      {refund?.amount && <Row name={t('Came back')}>{exact(refund.amount, refund.asset ?? sell.asset)}</Row>}
      <Row name={t('Quoted')}>{exact(buy.expected, buy.asset)}</Row>
      {buy.guaranteed && (
        <Row name={!compared ? t('Minimum received') : compared.kept ? t('Minimum: met') : t('Minimum: not met')}>
          {exact(buy.guaranteed, buy.asset)}
        </Row>
      )}
      {compared && compared.direction !== 'same' && (
        <Row name={t('Difference')}>
          <span className="ltr">
            {sign}
            {exact(compared.difference, buy.asset)} ({sign}
            {percent(compared.differencePercent, t.tag, { digits: 3 })})
          </span>
        </Row>
      )}
      {legs.length > 1 &&
        legs.map((leg) => (
          <Row key={leg.provider} name={t('{provider} paid out', { provider: PROVIDER_NAMES[leg.provider] })}>
            {exact(leg.received ?? leg.buyAmount, leg.buyAsset)}
          </Row>
        ))}
    </Section>
  );
}

/** Nothing where the receipt names none, such as one of an earlier version. */
function Fees({ receipt: { fees } }: { receipt: Receipt }) {
  const t = useText();
  if (fees.length === 0) return null;
  return (
    <Section title={t('Fees')} note={t('as quoted; dollars at the prices of the quote')}>
      {fees.map((fee, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two fees may be equal
        <Row key={index} name={feeLabels(t, fee, { meta: {} }).name}>
          <Money amount={fee.amount} asset={fee.asset} worth={fee.usd} />
        </Row>
      ))}
    </Section>
  );
}

function Tx({ name, move, asset }: { name: string; move: SavedMove | undefined; asset: string }) {
  const chain = move?.chain ?? chainOfAsset(move?.asset ?? asset);
  if (!move?.hash) return null;
  return (
    <Row name={name} note={chain && isChainId(chain) ? CHAINS[chain].name : undefined} wide>
      <Mono>{move.hash}</Mono>
    </Row>
  );
}

function Milestones({ receipt }: { receipt: Receipt }) {
  const t = useText();
  if (receipt.timeline.length === 0) return null;
  return (
    <section className="grid gap-1.5 border-line border-t pt-3">
      <h2 className="font-semibold text-14">{t('What was seen')}</h2>
      <ol className="grid gap-x-6 gap-y-1 text-13 sm:columns-2 sm:block print:columns-2 print:block">
        {receipt.timeline.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index} className="flex justify-between gap-3 py-0.5">
            <span>{t(MILESTONE_NAMES[entry.milestone])}</span>
            <time dateTime={entry.at} className="num whitespace-nowrap text-ink-2">
              {dateTime(Date.parse(entry.at), t.tag)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Some providers name a swap by its payment. */
const isHashOf = (payment: SavedMove | undefined, id: string): boolean =>
  payment?.hash?.replace(/^0x/i, '').toLowerCase() === id.replace(/^0x/i, '').toLowerCase();

/** The fields that the route line needs. */
const lineRoute = ({ sell, buy, providers, legs, times }: Receipt): Parameters<typeof routeLineData>[0] => ({
  sellAsset: sell.asset,
  buyAsset: buy.asset,
  providers,
  legs,
  meta: {},
  ...(times.expectedSeconds === undefined ? {} : { estimatedTime: { total: times.expectedSeconds } }),
});

/** A receipt from the service or from a file, for screen and paper. `note` says how far it can be trusted. */
export function ReceiptView({
  receipt,
  note,
  origin,
}: {
  receipt: Receipt;
  note?: ReactNode;
  /** This deployment's URL where it wrote the receipt itself; only then a code leads to it. */
  origin?: string;
}) {
  const t = useText();
  const { sell, buy, addresses, ids, times, status } = receipt;
  const provider = t.list(receipt.providers.map((id) => PROVIDER_NAMES[id]));
  const took = times.paid && times.ended ? (Date.parse(times.ended) - Date.parse(times.paid)) / 1000 : undefined;
  return (
    <article className="card receipt grid grid-cols-[minmax(0,1fr)] gap-4 p-4 sm:p-6">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 gap-1">
          <p className="flex items-center gap-2 text-ink-2">
            <Logo />
            {t('Receipt of a swap')}
          </p>
          <h1 className="num font-semibold text-20 [overflow-wrap:anywhere]">
            {t('{sold} to {bought}', {
              sold: money(t, sell.amount, sell.asset),
              bought: money(t, buy.received ?? buy.expected, buy.asset),
            })}
          </h1>
          <p className="text-ink-2">{t('Through {provider}.', { provider })}</p>
        </div>
        <StatusPill status={status} />
      </header>
      {receipt.legs.length > 0 && (
        <RouteLine data={routeLineData(lineRoute(receipt), savedProgress(status, receipt.legs.length))} />
      )}
      {note}
      {receipt.reason && (
        <p lang="en" dir="auto" className="text-ink-2">
          {sentence(receipt.reason)}
        </p>
      )}
      <Amounts receipt={receipt} />
      <Fees receipt={receipt} />
      <Section title={t('Addresses')}>
        {Object.entries(ADDRESS_NAMES).map(([name, label]) => {
          const address = addresses[name as AddressName];
          return address ? (
            <Row key={name} name={t(label)} wide>
              <Mono>{address}</Mono>
            </Row>
          ) : null;
        })}
        {receipt.memo && (
          <Row name={t('Memo')} wide>
            <Mono>{receipt.memo}</Mono>
          </Row>
        )}
      </Section>
      <Section title={t('Transactions')}>
        <Tx name={t('Payment')} move={receipt.payment} asset={sell.asset} />
        <Tx name={t('Payout')} move={receipt.payout} asset={buy.asset} />
        <Tx name={t('Refund')} move={receipt.refund} asset={sell.asset} />
        {Object.entries(ID_NAMES).map(([name, label]) => {
          const id = ids[name as IdName];
          return id && !isHashOf(receipt.payment, id) ? (
            <Row key={name} name={t(label)} wide>
              <Mono>{id}</Mono>
            </Row>
          ) : null;
        })}
        <Row name={t('Quote')} wide>
          <Mono>
            {receipt.quoteId} / {receipt.routeIndex}
          </Mono>
        </Row>
      </Section>
      <Section title={t('Times')}>
        {times.paid && <Row name={t('Payment seen')}>{dateTime(Date.parse(times.paid), t.tag)}</Row>}
        {times.ended && <Row name={t('Ended')}>{dateTime(Date.parse(times.ended), t.tag)}</Row>}
        {took !== undefined && took >= 0 && <Row name={t('Time')}>{duration(took, t.tag)}</Row>}
        {times.expectedSeconds !== undefined && (
          <Row name={t('Expected')}>{duration(times.expectedSeconds, t.tag)}</Row>
        )}
      </Section>
      <Milestones receipt={receipt} />
      {receipt.signed !== undefined && <SignedReceipt signed={receipt.signed} origin={origin} />}
      <p className="border-line border-t pt-3 text-13 text-ink-3">
        {receipt.savedAt && receipt.service
          ? t('Written at {time} by {service}.', {
              time: dateTime(Date.parse(receipt.savedAt), t.tag),
              service: receipt.service,
            })
          : ''}{' '}
        {receipt.network === 'sandbox' ? t('Sandbox: nothing here is real money') : ''}
      </p>
    </article>
  );
}
