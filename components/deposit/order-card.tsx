'use client';
import type { TrackData, TrackResponse } from '../../lib/api/schemas/track.ts';
import { assetView } from '../tokens/asset-view.ts';
import { FullAddress } from '../ui/address.tsx';
import { Notice } from '../ui/notice.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { useNow } from '../ui/use-now.ts';
import { orderAddress, whatIfOrder } from './order-words.ts';
import { AgainLink, FoundByItself, offsetOf, PayHere, TimeLeft, Watching, WhatToSend, when } from './pay-here.tsx';
import { PaymentLine } from './payment-line.tsx';
import { WhatIfList } from './what-if.tsx';

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
    <PayHere route={route} over={over} onHash={onHash}>
      {over ? (
        <Over route={route} address={address} told={failed} />
      ) : (
        <Payable route={route} address={address} left={left} />
      )}
    </PayHere>
  );
}

/** @param told that the order has ended, and why, stands above already. */
function Over({ route, address, told }: { route: Route; address: string; told: boolean }) {
  const action = (
    <AgainLink route={route} from={route.sourceAddress}>
      Get a new quote
    </AgainLink>
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
  const sell = assetView(route.sellAsset);
  return (
    <>
      <Watching what="payment" />
      {left !== undefined && (
        <TimeLeft
          left={left}
          note={`The order waits until ${when(Number(route.expiration) * 1000)}; your payment must be seen by then.`}
        />
      )}
      <WhatToSend
        route={route}
        address={address}
        amountName={`Send exactly this much ${sell.symbol} on ${sell.chainName}, in one payment, without a memo`}
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
      <WhatIfList cases={whatIfOrder(route)} />
      <FoundByItself what="payment" />
    </>
  );
}
