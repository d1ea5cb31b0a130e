'use client';
import type { ReactNode } from 'react';
import type { TrackData, TrackResponse } from '../../lib/api/schemas/track.ts';
import type { PayableRoute } from '../../lib/payments/payable-route.ts';
import { hasAnswered, useWitnesses } from '../review/use-witnesses.ts';
import { Unwitnessed, WitnessLine } from '../review/witness-line.tsx';
import { useNetwork } from '../ui/network.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useText } from '../ui/text.tsx';
import { useSame } from '../ui/use-same.ts';
import { orderAddress } from './order-text.ts';
import { AgainLink } from './pay-here.tsx';
import { isReviewed, type ReviewedPayment } from './reviewed-payments.ts';
import { useSecondsToPay } from './use-seconds-to-pay.ts';

type Route = NonNullable<TrackData['route']>;

/** The address that the page would show for payment. */
function shownAddress({ data: { depositChannel, route } }: TrackResponse): string | undefined {
  return depositChannel?.depositAddress ?? (route && (orderAddress(route) ?? route.inboundAddress));
}

/** Hides what there is to pay until independent nodes have answered, and where one of them contradicts. */
function Witnessed({
  reviewed,
  route,
  witnessed,
  children,
}: {
  reviewed: ReviewedPayment;
  route: Route;
  /** What this site's own nodes said of a channel. */
  witnessed: boolean | undefined;
  children: ReactNode;
}) {
  const paid: PayableRoute = useSame({ ...route, tx: undefined, inboundAddress: reviewed.address });
  const state = useWitnesses(paid, reviewed.asked);
  if (hasAnswered(state) && state.verdict === 'differs') return <WitnessLine state={state} />;
  return (
    <>
      <WitnessLine state={state} />
      <Unwitnessed witnessed={witnessed} state={state} />
      {state === 'asking' ? <Skeleton className="h-96" /> : children}
    </>
  );
}

/**
 * Shows an address to pay only if this browser reviewed the swap and the address is still the reviewed one. Nothing
 * else has compared it with the user's request.
 */
export function ReviewedOnly({
  response,
  receivedAt,
  reviewed,
  children,
}: {
  response: TrackResponse;
  /** When the answer arrived, Unix milliseconds. */
  receivedAt: number | undefined;
  reviewed: ReviewedPayment | undefined;
  children: ReactNode;
}) {
  const t = useText();
  const network = useNetwork();
  const left = useSecondsToPay(response, receivedAt);
  const { route, depositChannel } = response.data;
  const shown = shownAddress(response);
  // An address whose time is over is shown as void, since it must not be paid any more.
  if (!route || shown === undefined || (left !== undefined && left <= 0)) return children;
  if (reviewed && isReviewed(reviewed, route, { shown, network }))
    // The vault is checked where the address is shown: a user who has already paid enters the hash there.
    return route.memo === undefined ? (
      <Witnessed reviewed={reviewed} route={route} witnessed={depositChannel?.witnessed ?? route.meta.witnessed}>
        {children}
      </Witnessed>
    ) : (
      children
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
        'The payment address is shown only in the browser in which the swap was reviewed: only that browser knows what was asked for.',
      )}
    </Notice>
  );
}
