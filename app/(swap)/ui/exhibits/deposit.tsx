'use client';
import { ChannelCard } from '../../../../components/deposit/channel-card.tsx';
import { DepositCard, ToPay } from '../../../../components/deposit/deposit-card.tsx';
import { OpenChannel } from '../../../../components/deposit/open-channel.tsx';
import { OrderCard } from '../../../../components/deposit/order-card.tsx';
import { askedOf } from '../../../../components/review/asked-of.ts';
import type { WireRoute } from '../../../../lib/api/schemas/route.ts';
import type { TrackResponse } from '../../../../lib/api/schemas/track.ts';
import { inSeconds, NOW, noop, State, States } from '../frame.tsx';
import { chainflipRoute, gardenRoute, streamingRoute, track } from '../samples.ts';
import { bitcoinToToken } from '../two-leg-samples.ts';

const until = (route: WireRoute, seconds: number): WireRoute => ({ ...route, expiration: inSeconds(seconds) });
const order = (seconds: number, status: TrackResponse['trackingStatus'] = 'not_started'): TrackResponse =>
  track(status, 'inbound', {
    route: {
      ...until(gardenRoute, seconds),
      memo: undefined,
      meta: {
        ...gardenRoute.meta,
        orderId: '7f2c1e0b',
        refund: { by: 'provider', note: 'Garden can give it back before the time lock is over.' },
      },
    },
  });
const channel = (route: WireRoute, seconds: number): TrackResponse =>
  track('not_started', 'inbound', {
    route,
    depositChannel: {
      depositAddress: streamingRoute.inboundAddress ?? '',
      channelId: '870112-Bitcoin-1207',
      expiration: inSeconds(seconds),
      payableUntil: inSeconds(seconds - 600),
      sourceChainExpiryBlock: 870_200,
      refundAddress: route.sourceAddress,
    },
  });

/** Paying from a wallet that is not connected, by memo, to a channel and to an order, before and after the deadline. */
export function Deposits() {
  return (
    <States>
      <State name="With a memo: to be confirmed first" card>
        <DepositCard route={until(streamingRoute, 3600)} vault="same" onHash={noop} onAgain={noop} />
      </State>
      <State name="With a memo: what to send" card>
        <div className="@container grid gap-4">
          <ToPay route={until(streamingRoute, 3600)} left={3480} vault="same" />
        </div>
      </State>
      <State name="With a memo: the time is over" card>
        <DepositCard route={until(streamingRoute, -60)} vault="same" onHash={noop} onAgain={noop} returned />
      </State>
      <State name="With a memo: the vault has changed" card>
        <DepositCard route={until(streamingRoute, 3600)} vault="changed" onHash={noop} onAgain={noop} />
      </State>
      <State name="Too late to begin by hand" card>
        <DepositCard route={until(streamingRoute, 300)} vault="same" onHash={noop} onAgain={noop} />
      </State>
      <State name="A channel, before it is opened" card>
        <OpenChannel
          quoted={{ quoteId: 'q_0193f2a7', routeIndex: 0, route: bitcoinToToken }}
          asked={askedOf(
            { ...bitcoinToToken, slippage: 1 },
            bitcoinToToken,
            bitcoinToToken.expectedBuyAmountMaxSlippage,
          )}
          confirmPrice={async () => undefined}
          onMaking={noop}
          onBack={noop}
        />
      </State>
      <State name="A channel: waiting" card>
        <ChannelCard response={channel(chainflipRoute, 80_000)} receivedAt={NOW} onHash={noop} />
      </State>
      <State name="A channel: expired" card>
        <ChannelCard response={channel(bitcoinToToken, 300)} receivedAt={NOW} onHash={noop} />
      </State>
      <State name="An order: waiting, with little time" card>
        <OrderCard response={order(600)} receivedAt={NOW} onHash={noop} />
      </State>
      <State name="An order: expired" card>
        <OrderCard response={order(60)} receivedAt={NOW} onHash={noop} />
      </State>
    </States>
  );
}
