'use client';
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import { PROVIDER_NAMES } from '../../lib/domain/provider-id.ts';
import { isPaidByDeposit } from '../deposit/channel-text.ts';
import { orderAddress, waitsForOrder } from '../deposit/order-text.ts';
import { FullAddress } from '../ui/address.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { useText } from '../ui/text.tsx';
import { money } from './track-selectors.ts';

type Route = NonNullable<TrackResponse['data']['route']>;

/** For each leg the expected, the guaranteed and the actual amount. */
function LegRows({ legs }: { legs: Route['legs'] }) {
  const t = useText();
  return legs.map((leg) => (
    <Row
      key={leg.provider}
      name={t('{provider} pays out', { provider: PROVIDER_NAMES[leg.provider] })}
      note={t('expected {amount}, minimum {least}', {
        amount: money(t, leg.buyAmount, leg.buyAsset),
        least: money(t, leg.buyAmountMaxSlippage, leg.buyAsset),
      })}
    >
      {leg.actualBuyAmount === undefined ? t('not yet') : money(t, leg.actualBuyAmount, leg.buyAsset)}
    </Row>
  ));
}

const Mono = ({ children }: { children: string }) => (
  <span className="ltr font-mono text-13 [overflow-wrap:anywhere]">{children}</span>
);

function AddressRow({ name, address }: { name: string; address: string | undefined }) {
  if (!address) return null;
  return (
    <Row name={name} wide>
      <FullAddress address={address} />
    </Row>
  );
}

/** A sentence written by the provider, in English. */
function NoteRow({ name, note }: { name: string; note: string | undefined }) {
  if (!note) return null;
  return (
    <Row name={name} wide>
      <span lang="en">{note}</span>
    </Row>
  );
}

/** The terms of the swap, for comparison. */
export function TrackDetails({ response }: { response: TrackResponse }) {
  const t = useText();
  const { data } = response;
  const { route, quoteInfo, depositChannel: channel } = data;
  if (!route) return null;
  return (
    <div className="border-line border-t pt-2">
      <Disclosure summary={t('Details')}>
        <Rows>
          <Row name={t('Expected')}>{money(t, route.expectedBuyAmount, route.buyAsset)}</Row>
          {route.expectedBuyAmountMaxSlippage !== '0' && (
            <Row name={t('Minimum received')}>{money(t, route.expectedBuyAmountMaxSlippage, route.buyAsset)}</Row>
          )}
          {route.legs.length > 1 && <LegRows legs={route.legs} />}
          {/* Details of a payment that is still due are shown only where the swap was reviewed. */}
          {channel && data.inbound && (
            <Row
              name={isPaidByDeposit(route) ? t('Deposit address') : t('Deposit address of the second leg')}
              note={t('channel {id}', { id: channel.channelId })}
              wide
            >
              <FullAddress address={channel.depositAddress} />
            </Row>
          )}
          <NoteRow name={t('If the second leg fails')} note={route.meta.bridge?.otherwise.note} />
          <AddressRow name={t('Refund address')} address={channel?.refundAddress} />
          <AddressRow name={t('Paid to')} address={waitsForOrder(response) ? undefined : orderAddress(route)} />
          {route.meta.orderId && (
            <Row name={t('Order')} wide>
              <Mono>{route.meta.orderId}</Mono>
            </Row>
          )}
          <NoteRow name={t('If it fails')} note={route.meta.refund?.note} />
          <AddressRow name={t('From')} address={quoteInfo?.senderAddress ?? route.sourceAddress} />
          <AddressRow name={t('To')} address={quoteInfo?.recipientAddress ?? route.destinationAddress} />
          {route.memo && (
            <Row name={t('Memo')} wide>
              <Mono>{route.memo}</Mono>
            </Row>
          )}
          {quoteInfo && (
            <Row name={t('Quote')}>
              <Mono>{`${quoteInfo.quoteId} / ${quoteInfo.routeIndex}`}</Mono>
            </Row>
          )}
        </Rows>
      </Disclosure>
    </div>
  );
}
