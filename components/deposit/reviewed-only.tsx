'use client';
import type { ReactNode } from 'react';
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import { useNetwork } from '../ui/network.tsx';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';
import { useNow } from '../ui/use-now.ts';
import { orderAddress } from './order-text.ts';
import { AgainLink, offsetOf } from './pay-here.tsx';
import { isReviewed, type ReviewedPayment } from './reviewed-payments.ts';

/** The address that the page would show for payment. */
function shownAddress({ data: { depositChannel, route } }: TrackResponse): string | undefined {
  return depositChannel?.depositAddress ?? (route && (orderAddress(route) ?? route.inboundAddress));
}

/**
 * An address to pay, only where this browser reviewed the swap and the address is still that one: nobody else has held it
 * against what somebody asked for.
 */
export function ReviewedOnly({
  response,
  heardAt,
  reviewed,
  children,
}: {
  response: TrackResponse;
  /** When the answer arrived, Unix milliseconds. */
  heardAt: number | undefined;
  reviewed: ReviewedPayment | undefined;
  children: ReactNode;
}) {
  const t = useText();
  const network = useNetwork();
  const now = useNow();
  const { route, depositChannel, updatedAt } = response.data;
  const shown = shownAddress(response);
  const end = Number(depositChannel?.payableUntil ?? route?.expiration ?? Number.POSITIVE_INFINITY);
  // What is over is shown as void: nobody pays it any more.
  const isOver = response.trackingStatus === 'failed' || end * 1000 <= now + offsetOf(updatedAt, heardAt);
  if (!route || shown === undefined || isOver) return children;
  if (reviewed && isReviewed(reviewed, route, { shown, network })) return children;
  const action = (
    <AgainLink route={route} from={route.sourceAddress}>
      {t('Get a new quote')}
    </AgainLink>
  );
  return reviewed ? (
    <Notice kind="loss" live="assertive" title={t('Do not send')} action={action}>
      {t('What this page would show is not the payment that you reviewed in this browser.')}
    </Notice>
  ) : (
    <Notice kind="care" title={t('This swap was not reviewed in this browser')} action={action}>
      {t(
        'Where to pay is shown only in the browser in which the swap was reviewed, because only that one knows what was asked for.',
      )}
    </Notice>
  );
}
