'use client';
import type { TrackData, TrackResponse } from '../../lib/api/schemas/track.ts';
import { assetView } from '../tokens/asset-view.ts';
import { FullAddress } from '../ui/address.tsx';
import { shortAmount } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { useNow } from '../ui/use-now.ts';
import { whatIf } from './channel-words.ts';
import { AgainLink, FoundByItself, offsetOf, PayHere, TimeLeft, Watching, WhatToSend, when } from './pay-here.tsx';
import { PaymentLine } from './payment-line.tsx';
import { SecondLegNote } from './second-leg-note.tsx';
import { WhatIfList } from './what-if.tsx';

type Channel = NonNullable<TrackData['depositChannel']>;
type Route = NonNullable<TrackData['route']>;

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
    <PayHere route={route} over={over} onHash={onHash}>
      {over ? (
        <Over channel={channel} route={route} told={response.trackingStatus === 'failed'} />
      ) : (
        <Payable channel={channel} route={route} left={left} />
      )}
    </PayHere>
  );
}

/** @param told that the swap failed, and why, stands above already. */
function Over({ channel, route, told }: { channel: Channel; route: Route; told: boolean }) {
  const action = (
    <AgainLink route={route} from={channel.refundAddress}>
      Get a new address
    </AgainLink>
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

function Payable({ channel, route, left }: { channel: Channel; route: Route; left: number }) {
  const sell = assetView(route.sellAsset);
  const { minimumDeposit } = route.meta.depositChannel ?? {};
  return (
    <>
      <Watching what="deposit" />
      <TimeLeft
        left={left}
        note={`The address expires ${when(Number(channel.expiration) * 1000)}; your deposit must be in a block by then.`}
      />
      <WhatToSend
        route={route}
        address={channel.depositAddress}
        amountName={`Send this much ${sell.symbol} on ${sell.chainName}, in one payment`}
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
      <SecondLegNote route={route} />
      <WhatIfList cases={whatIf(route)} />
      <FoundByItself what="deposit" />
    </>
  );
}
