import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import { PROVIDER_NAMES } from '../../lib/domain/provider-id.ts';
import { isPaidByDeposit } from '../deposit/channel-words.ts';
import { orderAddress, waitsForOrder } from '../deposit/order-words.ts';
import { assetView } from '../tokens/asset-view.ts';
import { FullAddress } from '../ui/address.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { shortAmount } from '../ui/format.ts';
import { Row, Rows } from '../ui/rows.tsx';

/** What each leg was to pay, at the least, and did. */
function LegRows({ legs }: { legs: NonNullable<TrackResponse['data']['route']>['legs'] }) {
  return legs.map((leg) => {
    const { symbol } = assetView(leg.buyAsset);
    return (
      <Row
        key={leg.provider}
        name={`${PROVIDER_NAMES[leg.provider]} pays out`}
        note={`expected ${shortAmount(leg.buyAmount)} ${symbol}, at least ${shortAmount(leg.buyAmountMaxSlippage)}`}
      >
        {leg.actualBuyAmount === undefined ? 'not yet' : `${shortAmount(leg.actualBuyAmount)} ${symbol}`}
      </Row>
    );
  });
}

/** What was agreed, for those who compare. */
export function TrackDetails({ response }: { response: TrackResponse }) {
  const { data } = response;
  const { route, quoteInfo } = data;
  if (!route) return null;
  const address = (name: string, value: string | undefined) =>
    value ? (
      <Row name={name} wide>
        <FullAddress address={value} />
      </Row>
    ) : null;
  return (
    <div className="border-line border-t pt-2">
      <Disclosure summary="Details">
        <Rows>
          <Row name="Expected">
            {shortAmount(route.expectedBuyAmount)} {assetView(route.buyAsset).symbol}
          </Row>
          {route.expectedBuyAmountMaxSlippage !== '0' && (
            <Row name="Guaranteed">
              {shortAmount(route.expectedBuyAmountMaxSlippage)} {assetView(route.buyAsset).symbol}
            </Row>
          )}
          {route.legs.length > 1 && <LegRows legs={route.legs} />}
          {data.depositChannel && (
            <Row
              name={isPaidByDeposit(route) ? 'Deposit address' : 'Deposit address of the second leg'}
              note={`channel ${data.depositChannel.channelId}`}
              wide
            >
              <FullAddress address={data.depositChannel.depositAddress} />
            </Row>
          )}
          {route.meta.bridge && (
            <Row name="If the second leg cannot be done" wide>
              {route.meta.bridge.otherwise.note}
            </Row>
          )}
          {address('Refund address', data.depositChannel?.refundAddress)}
          {address('Paid to', waitsForOrder(response) ? undefined : orderAddress(route))}
          {route.meta.orderId && (
            <Row name="Order" wide>
              <span className="ltr font-mono text-12 [overflow-wrap:anywhere]">{route.meta.orderId}</span>
            </Row>
          )}
          {route.meta.refund && (
            <Row name="If it fails" wide>
              {route.meta.refund.note}
            </Row>
          )}
          {address('From', quoteInfo?.senderAddress ?? route.sourceAddress)}
          {address('To', quoteInfo?.recipientAddress ?? route.destinationAddress)}
          {route.memo && (
            <Row name="Memo" wide>
              <span className="ltr font-mono text-12 [overflow-wrap:anywhere]">{route.memo}</span>
            </Row>
          )}
          {quoteInfo && (
            <Row name="Quote">
              <span className="ltr font-mono text-12 [overflow-wrap:anywhere]">
                {quoteInfo.quoteId} / {quoteInfo.routeIndex}
              </span>
            </Row>
          )}
        </Rows>
      </Disclosure>
    </div>
  );
}
