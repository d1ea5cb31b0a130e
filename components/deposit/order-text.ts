/** Tells how a route with an order is paid, and explains what happens to payments that differ from the agreed one. */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { assetView } from '../tokens/asset-view.ts';
import { fullAmount } from '../ui/format.ts';
import { otherAsset, type WhatIf } from './channel-text.ts';

/** The address that belongs to one order alone; undefined if the route is paid in another way. */
export const orderAddress = ({
  inboundAddress,
  memo,
  meta,
}: Pick<WireRoute, 'inboundAddress' | 'memo'> & { meta: Pick<WireRoute['meta'], 'orderId' | 'bridge'> }):
  | string
  | undefined =>
  // A two-leg route is paid to a channel, which accepts other amounts too.
  memo === undefined && meta.orderId !== undefined && meta.bridge === undefined ? inboundAddress : undefined;

/** Whether the payment is a plain transfer to the network's own address, as the quote named it. */
export const isPaidByHand = (route: Parameters<typeof orderAddress>[0] & { meta: WireRoute['meta'] }): boolean =>
  route.inboundAddress !== undefined &&
  orderAddress(route) === undefined &&
  route.meta.depositChannel === undefined &&
  route.meta.bridge === undefined;

/** Whether the swap waits for the payment of an order, or ended while it waited. */
export const waitsForOrder = ({ data, trackingStatus, stage }: TrackResponse): boolean =>
  data.route !== undefined &&
  orderAddress(data.route) !== undefined &&
  data.depositChannel === undefined &&
  data.inbound?.hash === undefined &&
  data.quoteInfo?.trackParams?.hash === undefined &&
  (trackingStatus === 'not_started' || (trackingStatus === 'failed' && stage === 'inbound'));

export function whatIfOrder(t: Text, { sellAsset, sellAmount }: Pick<WireRoute, 'sellAsset' | 'sellAmount'>): WhatIf[] {
  const { symbol } = assetView(sellAsset);
  return [
    {
      name: t('Less or more'),
      text: t(
        'Only exactly {amount} is swapped. Another amount may not be: it then comes back only after the time lock.',
        { amount: `${fullAmount(sellAmount, t.tag)} ${symbol}` },
      ),
    },
    {
      name: t('Late'),
      text: t('A late payment is not swapped and comes back only after the time lock.'),
    },
    { name: t('Twice'), text: t('Only the first payment counts. Send once, in one payment.') },
    otherAsset(t, sellAsset),
  ];
}
