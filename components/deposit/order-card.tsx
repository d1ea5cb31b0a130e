'use client';
import Link from 'next/link';
import type { TrackData, TrackResponse } from '../../lib/api/schemas/track.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import { writeFormUrl } from '../swap/form-url.ts';
import { assetView } from '../tokens/asset-view.ts';
import { useTokens } from '../tokens/use-tokens.ts';
import { FullAddress } from '../ui/address.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { clock, duration } from '../ui/format.ts';
import { useNetwork } from '../ui/network.tsx';
import { Notice } from '../ui/notice.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { useNow } from '../ui/use-now.ts';
import { offsetOf, when } from './channel-card.tsx';
import { transferLink } from './deposit-rules.ts';
import { HashField } from './hash-field.tsx';
import { orderAddress, whatIfOrder } from './order-words.ts';
import { PaymentLine } from './payment-line.tsx';
import { QrChoice } from './qr-choice.tsx';

type Route = NonNullable<TrackData['route']>;

/** A payment on its way when the order lapses waits for the time lock: this much is kept back. */
const MARGIN_SECONDS = 120;

/** The address of an order, for as long as its payment can still count; after that it is struck out. */
export function OrderCard({
  response,
  heardAt,
  onHash,
}: {
  response: TrackResponse;
  /** Unix milliseconds at which the answer came. */
  heardAt: number | undefined;
  onHash: (hash: string) => void;
}) {
  const now = useNow();
  const { route, updatedAt } = response.data;
  const address = route && orderAddress(route);
  if (!route || !address) return null;
  const seconds = Math.floor((now + offsetOf(updatedAt, heardAt)) / 1000);
  const left = route.expiration === undefined ? undefined : Number(route.expiration) - MARGIN_SECONDS - seconds;
  const failed = response.trackingStatus === 'failed';
  const over = failed || (left !== undefined && left <= 0);
  return (
    <section aria-labelledby="pay-here" className="grid gap-4 border-line border-t pt-4">
      <h2 id="pay-here" className="font-semibold text-14">
        {over ? 'This address is over' : `Send ${assetView(route.sellAsset).symbol} to this address`}
      </h2>
      {over ? (
        <Over route={route} address={address} told={failed} />
      ) : (
        <Payable route={route} address={address} left={left} />
      )}
      <div className="grid gap-2">
        <h3 className="font-semibold text-14">I already sent</h3>
        <HashField chain={assetOf(route.sellAsset).chain} onHash={onHash} />
      </div>
    </section>
  );
}

/** @param told that the order has ended, and why, stands above already. */
function Over({ route, address, told }: { route: Route; address: string; told: boolean }) {
  const again = writeFormUrl({
    sell: route.sellAsset,
    buy: route.buyAsset,
    amount: route.sellAmount,
    to: route.destinationAddress,
    from: route.sourceAddress,
    slippage: route.meta.slippagePercent ?? 1,
  });
  const action = (
    <Link href={`/${again}`} className={classNames(buttonClasses('quiet', 'medium'), 'justify-self-start')}>
      Get a new quote
    </Link>
  );
  return (
    <>
      {!told && (
        <Notice kind="loss" live="assertive" title="Do not send" action={action}>
          The time for this payment is over. What comes now is not swapped; it would come back only after the time lock.
          If you have sent already, this page finds it, or enter the hash below.
        </Notice>
      )}
      <PaymentLine name="Void" value="" what="" over>
        <FullAddress address={address} dim />
      </PaymentLine>
      {told && action}
    </>
  );
}

function Payable({ route, address, left }: { route: Route; address: string; left: number | undefined }) {
  const network = useNetwork();
  const decimals = useTokens().find(route.sellAsset)?.decimals;
  const sell = assetView(route.sellAsset);
  const link = transferLink({ asset: route.sellAsset, amount: route.sellAmount, address, decimals }, network);
  return (
    <>
      <p role="status" className="flex items-center gap-2 text-ink-2">
        <span aria-hidden className="size-2 animate-pulse rounded-full bg-water motion-reduce:animate-none" />
        Watching for your payment…
      </p>
      {left !== undefined && (
        <p className="num flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-ink-2">
            Send within
            <span className="block text-12 text-ink-3">
              The order waits until {when(Number(route.expiration) * 1000)}; your payment must be seen by then.
            </span>
          </span>
          <span className={classNames('font-medium text-20', left < 600 && 'text-amber')}>
            {left < 3600 ? clock(left) : duration(left)}
          </span>
        </p>
      )}
      <PaymentLine
        name={`Send exactly this much ${sell.symbol} on ${sell.chainName}, in one payment, without a memo`}
        value={route.sellAmount}
        what="the amount"
      >
        <span className="num ltr font-medium text-20 [overflow-wrap:anywhere]">
          {route.sellAmount} {sell.symbol}
        </span>
      </PaymentLine>
      <PaymentLine name={`To this ${sell.chainName} address`} value={address} what="the address">
        <FullAddress address={address} />
      </PaymentLine>
      <QrChoice
        choices={[{ name: 'Address', text: address }, ...(link ? [{ name: 'Address and amount', text: link }] : [])]}
      />
      {route.meta.refund && (
        <Notice kind="care" title="Who holds the refund key">
          {route.meta.refund.note}
        </Notice>
      )}
      <Rows>
        <Row name="Refunds go to" wide>
          <FullAddress address={route.sourceAddress} />
        </Row>
      </Rows>
      <Disclosure summary="What if I send less, more, late or something else?">
        <dl className="grid gap-2 text-14">
          {whatIfOrder(route).map(({ name, words }) => (
            <div key={name}>
              <dt className="font-medium">{name}</dt>
              <dd className="text-ink-2">{words}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
      <p className="text-12 text-ink-3">
        This page finds your payment by itself, also after you have closed it: its address brings you back, and it is
        listed among your swaps in this browser.
      </p>
    </>
  );
}
