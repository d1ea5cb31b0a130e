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
import { clock, duration, shortAmount } from '../ui/format.ts';
import { useNetwork } from '../ui/network.tsx';
import { Notice } from '../ui/notice.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { useNow } from '../ui/use-now.ts';
import { transferLink } from './deposit-rules.ts';
import { HashField } from './hash-field.tsx';
import { PaymentLine } from './payment-line.tsx';
import { QrChoice } from './qr-choice.tsx';
import { WhatIfList } from './what-if.tsx';

type Channel = NonNullable<TrackData['depositChannel']>;
type Route = NonNullable<TrackData['route']>;

/** Whether the swap waits for a deposit, or ended waiting for one. */
export const waitsForDeposit = ({ data, trackingStatus, stage }: TrackResponse): boolean =>
  data.depositChannel !== undefined &&
  data.route !== undefined &&
  data.inbound?.hash === undefined &&
  (trackingStatus === 'not_started' || (trackingStatus === 'failed' && stage === 'inbound'));

export const when = (ms: number) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(ms));

/** A browser's clock may be wrong by more than the margin: then the service's counts. */
const CLOCK_TOLERANCE_MS = 60_000;
export const offsetOf = (updatedAt: string | undefined, heardAt: number | undefined): number => {
  const offset = updatedAt && heardAt !== undefined ? Date.parse(updatedAt) - heardAt : 0;
  return Math.abs(offset) > CLOCK_TOLERANCE_MS ? offset : 0;
};

/** The address to pay to, for as long as a deposit can still count; after that it is struck out. */
export function ChannelCard({
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
  const { depositChannel: channel, route, updatedAt } = response.data;
  if (!channel || !route) return null;
  const serverNow = now + offsetOf(updatedAt, heardAt);
  const left = Number(channel.payableUntil) - Math.floor(serverNow / 1000);
  const over = left <= 0 || response.trackingStatus === 'failed';
  return (
    <section aria-labelledby="pay-here" className="grid gap-4 border-line border-t pt-4">
      <h2 id="pay-here" className="font-semibold text-14">
        {over ? 'This address is over' : `Send ${assetView(route.sellAsset).symbol} to this address`}
      </h2>
      {over ? (
        <Over channel={channel} route={route} told={response.trackingStatus === 'failed'} />
      ) : (
        <Payable channel={channel} route={route} left={left} />
      )}
      <div className="grid gap-2">
        <h3 className="font-semibold text-14">I already sent</h3>
        <HashField chain={assetOf(route.sellAsset).chain} onHash={onHash} />
      </div>
    </section>
  );
}

/** @param told that the swap failed, and why, stands above already. */
function Over({ channel, route, told }: { channel: Channel; route: Route; told: boolean }) {
  const again = writeFormUrl({
    sell: route.sellAsset,
    buy: route.buyAsset,
    amount: route.sellAmount,
    to: route.destinationAddress,
    from: channel.refundAddress,
    slippage: route.meta.slippagePercent ?? 1,
  });
  const action = (
    <Link href={`/${again}`} className={classNames(buttonClasses('quiet', 'medium'), 'justify-self-start')}>
      Get a new address
    </Link>
  );
  const voided = (
    <PaymentLine name={`Void since ${when(Number(channel.expiration) * 1000)}`} value="" what="" over>
      <FullAddress address={channel.depositAddress} dim />
    </PaymentLine>
  );
  if (told)
    return (
      <>
        {voided}
        {action}
      </>
    );
  return (
    <>
      <Notice kind="loss" live="assertive" title="Do not send" action={action}>
        The time for this address is over. A deposit that comes now is neither swapped nor sent back by itself. If you
        have sent already, enter the hash below.
      </Notice>
      {voided}
    </>
  );
}

function TimeLeft({ channel, left }: { channel: Channel; left: number }) {
  return (
    <p className="num flex flex-wrap items-baseline justify-between gap-x-4">
      <span className="text-ink-2">
        Send within
        <span className="block text-12 text-ink-3">
          The address expires {when(Number(channel.expiration) * 1000)}; your deposit must be in a block by then.
        </span>
      </span>
      <span className={classNames('font-medium text-20', left < 600 && 'text-amber')}>
        {left < 3600 ? clock(left) : duration(left)}
      </span>
    </p>
  );
}

function Payable({ channel, route, left }: { channel: Channel; route: Route; left: number }) {
  const network = useNetwork();
  const decimals = useTokens().find(route.sellAsset)?.decimals;
  const sell = assetView(route.sellAsset);
  const { depositAddress: address } = channel;
  const link = transferLink({ asset: route.sellAsset, amount: route.sellAmount, address, decimals }, network);
  const { minimumDeposit } = route.meta.depositChannel ?? {};
  return (
    <>
      <p role="status" className="flex items-center gap-2 text-ink-2">
        <span aria-hidden className="size-2 animate-pulse rounded-full bg-water motion-reduce:animate-none" />
        Watching for your deposit…
      </p>
      <TimeLeft channel={channel} left={left} />
      <PaymentLine
        name={`Send this much ${sell.symbol} on ${sell.chainName}, in one payment`}
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
      <Rows>
        {minimumDeposit && (
          <Row name="Never send less than" note="The network keeps smaller deposits">
            {shortAmount(minimumDeposit)} {sell.symbol}
          </Row>
        )}
        <Row name="Refunds go to" wide>
          <FullAddress address={channel.refundAddress} />
        </Row>
      </Rows>
      <WhatIfList route={route} />
      <p className="text-12 text-ink-3">
        This page finds your deposit by itself, also after you have closed it: its address brings you back, and it is
        listed among your swaps in this browser.
      </p>
    </>
  );
}
