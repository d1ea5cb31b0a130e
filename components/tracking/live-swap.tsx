'use client';
import { useEffect, useMemo } from 'react';
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import { changeBy, reportHash } from '../activity/report-hash.ts';
import {
  changeSavedSwap,
  forgetSwap,
  rememberedSwap,
  savedRoute,
  saveSwap,
  trackPath,
} from '../activity/saved-swaps.ts';
import { isPaidByHand } from '../deposit/order-text.ts';
import { reviewedPayment } from '../deposit/reviewed-payments.ts';
import { useTooLate } from '../deposit/use-seconds-to-pay.ts';
import { useEmbedding } from '../embed/embedding.tsx';
import { sentMessage } from '../embed/summaries.ts';
import { useGo } from '../embed/use-go.ts';
import { assetView } from '../tokens/asset-view.ts';
import { useNetwork } from '../ui/network.tsx';
import { useText } from '../ui/text.tsx';
import { useNow } from '../ui/use-now.ts';
import { isJustSent } from './delay-text.ts';
import { lineProgress } from './line-progress.ts';
import { isFinal, stateText } from './state-text.ts';
import { chainOfAsset, seenAt } from './track-selectors.ts';
import { TrackView } from './track-view.tsx';
import { useNotification } from './use-notification.ts';
import type { Tracking } from './use-tracking.ts';
import { useStateIcon, useTitle } from './use-window-state.ts';

type Props = { quoteId: string; routeIndex: number; hash?: string | undefined };
type LiveProps = Props & { tracking: Tracking & { response: TrackResponse } };

/**
 * A swap that the service knows: it is shown, named in the window title, and saved. Loads late, because nothing of it
 * is needed before the first answer.
 */
export function LiveSwap({ quoteId, routeIndex, hash, tracking }: LiveProps) {
  const t = useText();
  const network = useNetwork();
  const router = useGo();
  const { tell } = useEmbedding();
  const { response, receivedAt } = tracking;
  const { data } = response;
  const known = hash ?? data.inbound?.hash ?? data.quoteInfo?.trackParams?.hash;
  const saved = useMemo(() => rememberedSwap({ quoteId, routeIndex }, known), [quoteId, routeIndex, known]);
  const reviewed = useMemo(() => reviewedPayment({ quoteId, routeIndex }), [quoteId, routeIndex]);
  const now = useNow(!isFinal(response));
  const route = data.route;
  const sell = route ? assetView(route.sellAsset).symbol : '';
  const buy = route ? assetView(route.buyAsset).symbol : '';
  const paidHere = saved !== undefined && saved.hash === known && !saved.elsewhere;
  const sentAt = (paidHere ? saved.at : undefined) ?? seenAt(data, 'paymentSeen', 'providerSeen', 'paymentFinal');
  const total = route?.estimatedTime?.total;
  const expectedAt = sentAt !== undefined && total !== undefined ? sentAt + total * 1000 : undefined;

  const elapsedSeconds = sentAt === undefined ? undefined : Math.max(0, (now - sentAt) / 1000);
  const justSent = isJustSent(response, paidHere && known !== undefined, elapsedSeconds);
  const text = stateText(t, response, { justSent, tooLate: useTooLate(response, receivedAt) });

  useTitle(t('{state}: {sell} to {buy} · Portage', { state: text, sell, buy }));
  useStateIcon(lineProgress(t, response, justSent), route?.legs.length ?? 1);
  const notify = useNotification(text, t('{sell} to {buy}', { sell, buy }), `${quoteId}/${routeIndex}`);
  useEffect(() => {
    if (receivedAt === undefined) return;
    // A swap paid to a deposit address is saved without a hash, and stays so after its payment is known.
    for (const one of new Set([known, '']))
      if (one !== undefined) changeSavedSwap({ quoteId, routeIndex, hash: one }, changeBy(response, receivedAt));
  }, [quoteId, routeIndex, known, response, receivedAt]);

  const takeHash = (given: string) => {
    const chain = chainOfAsset(route?.sellAsset);
    if (!route || !chain) return;
    const swap = {
      quoteId,
      routeIndex,
      hash: given,
      chain,
      at: Date.now(),
      reported: false,
      elsewhere: true,
      route: savedRoute(route),
    };
    // The entry that waited for a payment by hand becomes the entry of this payment.
    if (isPaidByHand(route)) forgetSwap({ quoteId, routeIndex, hash: '' });
    saveSwap(swap);
    void reportHash(swap);
    const sent = sentMessage({ quoteId, routeIndex, route }, given);
    if (sent) tell(sent);
    router.replace(trackPath(swap));
  };
  return (
    <TrackView
      response={response}
      network={network}
      receivedAt={receivedAt}
      lostSince={tracking.lost ? receivedAt : undefined}
      elapsedSeconds={elapsedSeconds}
      local={{
        reviewed,
        sentAt,
        signedHere: paidHere && known !== undefined,
        justSent,
        shownByHand: saved?.hash === '' && known === undefined,
        expectedAt: expectedAt !== undefined && expectedAt > now ? expectedAt : undefined,
      }}
      notify={notify}
      onHash={takeHash}
    />
  );
}
