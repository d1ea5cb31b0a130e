'use client';
import type { ReactNode } from 'react';
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import { useNetwork } from '../ui/network.tsx';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';
import { orderAddress } from './order-text.ts';
import { AgainLink } from './pay-here.tsx';
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
  reviewed,
  children,
}: {
  response: TrackResponse;
  reviewed: ReviewedPayment | undefined;
  children: ReactNode;
}) {
  const t = useText();
  const network = useNetwork();
  const { route } = response.data;
  const shown = shownAddress(response);
  if (!route || shown === undefined || response.trackingStatus === 'failed') return children;
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
