'use client';
import type { TrackData, TrackResponse } from '../../lib/api/schemas/track.ts';
import { assetView } from '../tokens/asset-view.ts';
import { FullAddress } from '../ui/address.tsx';
import { dateTime } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { useText } from '../ui/text.tsx';
import { orderAddress, whatIfOrder } from './order-text.ts';
import { AgainLink, ExpiredAddress, FoundByItself, PayHere, Watching, WhatToSend } from './pay-here.tsx';
import { TimeLeft } from './time-left.tsx';
import { useSecondsToPay } from './use-seconds-to-pay.ts';
import { WhatIfList } from './what-if.tsx';

type Route = NonNullable<TrackData['route']>;

const SCARCE_SECONDS = 600;

/** The address of an order, for as long as its payment still counts; after that it is struck out. */
export function OrderCard({
  response,
  receivedAt,
  onHash,
}: {
  response: TrackResponse;
  /** When the answer arrived, Unix milliseconds. */
  receivedAt: number | undefined;
  onHash: (hash: string) => void;
}) {
  const t = useText();
  const left = useSecondsToPay(response, receivedAt);
  const { route } = response.data;
  const address = route && orderAddress(route);
  if (!route || !address) return null;
  const over = left !== undefined && left <= 0;
  return (
    <PayHere route={route} over={over} onHash={onHash}>
      {over ? (
        <ExpiredAddress
          address={address}
          since={route.expiration}
          why={t(
            'The time to pay has passed. A payment sent now is not swapped and comes back only after the time lock. If you already paid, this page finds it, or enter the hash below.',
          )}
          explained={response.trackingStatus === 'failed'}
        >
          <AgainLink route={route} from={route.sourceAddress}>
            {t('Get a new quote')}
          </AgainLink>
        </ExpiredAddress>
      ) : (
        <Payable route={route} address={address} left={left} />
      )}
    </PayHere>
  );
}

function Payable({ route, address, left }: { route: Route; address: string; left: number | undefined }) {
  const t = useText();
  const sell = assetView(route.sellAsset);
  return (
    <>
      <Watching route={route} />
      {left !== undefined && (
        <TimeLeft
          left={left}
          scarce={SCARCE_SECONDS}
          note={t('The order waits until {time}; your payment must be seen by then.', {
            time: dateTime(Number(route.expiration) * 1000, t.tag),
          })}
        />
      )}
      <WhatToSend
        route={route}
        address={address}
        amountName={t('Send exactly this much {symbol} on {chain}, in one payment, without a memo', {
          symbol: sell.symbol,
          chain: sell.chainName,
        })}
      />
      {route.meta.refund && (
        <Notice kind="care" title={t('Who holds the refund key')}>
          <span lang="en">{route.meta.refund.note}</span>
        </Notice>
      )}
      <Rows>
        <Row name={t('Refunds go to')} wide>
          <FullAddress address={route.sourceAddress} />
        </Row>
      </Rows>
      <WhatIfList cases={whatIfOrder(t, route)} />
      <FoundByItself />
    </>
  );
}
