'use client';
import { type ReactNode, useState } from 'react';
import type { TrackData, TrackResponse } from '../../lib/api/schemas/track.ts';
import type { PayableRoute } from '../../lib/payments/payable-route.ts';
import { isHeard, useWitnesses } from '../review/use-witnesses.ts';
import { WitnessLine } from '../review/witness-line.tsx';
import { useNetwork } from '../ui/network.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useText } from '../ui/text.tsx';
import { useNow } from '../ui/use-now.ts';
import { orderAddress } from './order-text.ts';
import { AgainLink, offsetOf } from './pay-here.tsx';
import { isReviewed, type ReviewedPayment } from './reviewed-payments.ts';

type Route = NonNullable<TrackData['route']>;

/** The address that the page would show for payment. */
function shownAddress({ data: { depositChannel, route } }: TrackResponse): string | undefined {
  return depositChannel?.depositAddress ?? (route && (orderAddress(route) ?? route.inboundAddress));
}

/** The payment as witnesses are asked about it: by hand, to the address that was reviewed. The same object while it says the same. */
function usePaid({ address }: ReviewedPayment, route: Route): PayableRoute {
  const paid: PayableRoute = { ...route, tx: undefined, inboundAddress: address };
  const [kept, keep] = useState(paid);
  if (JSON.stringify(kept) === JSON.stringify(paid)) return kept;
  keep(paid);
  return paid;
}

/** Shows nothing to pay before independent nodes were asked about it, nor where one of them says otherwise. */
function Witnessed({ reviewed, route, children }: { reviewed: ReviewedPayment; route: Route; children: ReactNode }) {
  const state = useWitnesses(usePaid(reviewed, route), reviewed.asked);
  if (isHeard(state) && state.verdict === 'differs') return <WitnessLine state={state} />;
  return (
    <>
      <WitnessLine state={state} />
      {state === 'asking' ? <Skeleton className="h-96" /> : children}
    </>
  );
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
  if (reviewed && isReviewed(reviewed, route, { shown, network }))
    return (
      <Witnessed reviewed={reviewed} route={route}>
        {children}
      </Witnessed>
    );
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
