'use client';
import type { TrackData, TrackResponse } from '../../lib/api/schemas/track.ts';
import { assetView } from '../tokens/asset-view.ts';
import { FullAddress } from '../ui/address.tsx';
import { dateTime, shortAmount } from '../ui/format.ts';
import { Row, Rows } from '../ui/rows.tsx';
import { useText } from '../ui/text.tsx';
import { whatIf } from './channel-text.ts';
import { AgainLink, ExpiredAddress, FoundByItself, PayHere, Watching, WhatToSend } from './pay-here.tsx';
import { SecondLegNote } from './second-leg-note.tsx';
import { TimeLeft } from './time-left.tsx';
import { useSecondsToPay } from './use-seconds-to-pay.ts';
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
  const t = useText();
  const left = useSecondsToPay(response, receivedAt) ?? 0;
  const { depositChannel: channel, route } = response.data;
  if (!channel || !route) return null;
  const over = left <= 0;
  return (
    <PayHere route={route} over={over} onHash={onHash}>
      {over ? (
        <ExpiredAddress
          address={channel.depositAddress}
          since={channel.expiration}
          why={t(
            'This address has expired. A deposit sent now is neither swapped nor returned automatically. If you already sent one, enter its hash below.',
          )}
          explained={response.trackingStatus === 'failed'}
        >
          <AgainLink route={route} from={channel.refundAddress}>
            {t('Get a new address')}
          </AgainLink>
        </ExpiredAddress>
      ) : (
        <Payable channel={channel} route={route} left={left} />
      )}
    </PayHere>
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
