'use client';
import type { TrackData, TrackResponse } from '../../lib/api/schemas/track.ts';
import { assetView } from '../tokens/asset-view.ts';
import { FullAddress } from '../ui/address.tsx';
import { dateTime, shortAmount } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { useText } from '../ui/text.tsx';
import { useNow } from '../ui/use-now.ts';
import { whatIf } from './channel-text.ts';
import { AgainLink, FoundByItself, offsetOf, PayHere, Watching, WhatToSend } from './pay-here.tsx';
import { PaymentLine, PaymentSlip } from './payment-line.tsx';
import { SecondLegNote } from './second-leg-note.tsx';
import { TimeLeft } from './time-left.tsx';
import { WhatIfList } from './what-if.tsx';

type Channel = NonNullable<TrackData['depositChannel']>;
type Route = NonNullable<TrackData['route']>;

/** With less time than this, a payment from an exchange may come too late. */
const SCARCE_SECONDS = 600;

/** The deposit address, for as long as a deposit still counts; after that it is struck out. */
export function ChannelCard({
  response,
  receivedAt,
  onHash,
}: {
  response: TrackResponse;
  /** When the answer arrived, Unix milliseconds. */
  receivedAt: number | undefined;
  onHash: (hash: string) => void;
}) {
  const now = useNow();
  const { depositChannel: channel, route, updatedAt } = response.data;
  if (!channel || !route) return null;
  const serverNow = now + offsetOf(updatedAt, receivedAt);
  const left = Number(channel.payableUntil) - Math.floor(serverNow / 1000);
  const over = left <= 0 || response.trackingStatus === 'failed';
  return (
    <PayHere route={route} over={over} onHash={onHash}>
      {over ? (
        <Over channel={channel} route={route} explained={response.trackingStatus === 'failed'} />
      ) : (
        <Payable channel={channel} route={route} left={left} />
      )}
    </PayHere>
  );
}

/** @param explained whether the page already says above that the swap failed, and why. */
function Over({ channel, route, explained }: { channel: Channel; route: Route; explained: boolean }) {
  const t = useText();
  const action = (
    <AgainLink route={route} from={channel.refundAddress}>
      {t('Get a new address')}
    </AgainLink>
  );
  return (
    <>
      {!explained && (
        <Notice kind="loss" live="assertive" title={t('Do not send')} action={action}>
          {t(
            'This address has expired. A deposit sent now is neither swapped nor returned automatically. If you already sent one, enter its hash below.',
          )}
        </Notice>
      )}
      <PaymentSlip>
        <PaymentLine
          name={t('No longer valid since {time}', { time: dateTime(Number(channel.expiration) * 1000, t.tag) })}
          value=""
          what=""
          over
        >
          <FullAddress address={channel.depositAddress} dim />
        </PaymentLine>
      </PaymentSlip>
      {explained && action}
    </>
  );
}

function Payable({ channel, route, left }: { channel: Channel; route: Route; left: number }) {
  const t = useText();
  const sell = assetView(route.sellAsset);
  const { minimumDeposit } = route.meta.depositChannel ?? {};
  return (
    <>
      <Watching route={route} />
      <TimeLeft
        left={left}
        scarce={SCARCE_SECONDS}
        note={t('The address expires {time}; your deposit must be in a block by then.', {
          time: dateTime(Number(channel.expiration) * 1000, t.tag),
        })}
      />
      <WhatToSend
        route={route}
        address={channel.depositAddress}
        amountName={t('Send this much {symbol} on {chain}, in one payment', {
          symbol: sell.symbol,
          chain: sell.chainName,
        })}
      />
      <Rows>
        {minimumDeposit && (
          <Row name={t('Never send less than')} note={t('The network keeps smaller deposits')}>
            <span className="ltr">
              {shortAmount(minimumDeposit, t.tag)} {sell.symbol}
            </span>
          </Row>
        )}
        <Row name={t('Refunds go to')} wide>
          <FullAddress address={channel.refundAddress} />
        </Row>
      </Rows>
      <SecondLegNote route={route} />
      <WhatIfList cases={whatIf(t, route)} />
      <FoundByItself />
    </>
  );
}
