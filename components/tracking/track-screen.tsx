'use client';
import { useRouter } from 'next/navigation';
import { useEffect, useMemo } from 'react';
import { isChainId } from '../../lib/domain/chain-id.ts';
import {
  changeSavedSwap,
  forgetSwap,
  readSavedSwaps,
  type SavedSwap,
  savedRoute,
  saveSwap,
  trackPath,
} from '../activity/saved-swaps.ts';
import { changeBy, tellHash } from '../activity/tell-hash.ts';
import { isPaidByHand } from '../deposit/order-words.ts';
import { assetView } from '../tokens/asset-view.ts';
import { useNetwork } from '../ui/network.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useText } from '../ui/text.tsx';
import { useNow } from '../ui/use-now.ts';
import { lineProgress } from './line-progress.ts';
import { isFinal, stateWords } from './state-words.ts';
import { chainOfAsset, seenAt } from './swap-facts.ts';
import { TrackView } from './track-view.tsx';
import { UnknownSwap } from './unknown-swap.tsx';
import { useNotification } from './use-notification.ts';
import { useTracking } from './use-tracking.ts';
import { useStateIcon, useTitle } from './use-window-state.ts';

type Props = { quoteId: string; routeIndex: number; hash?: string | undefined };

/** What this browser remembers of the swap. */
function remembered({ quoteId, routeIndex }: Props, hash: string | undefined): SavedSwap | undefined {
  if (typeof window === 'undefined') return undefined;
  const swaps = readSavedSwaps().filter((swap) => swap.quoteId === quoteId && swap.routeIndex === routeIndex);
  return swaps.find((swap) => swap.hash === hash) ?? swaps[0];
}

/** Follows one swap by its address alone. */
export function TrackScreen({ quoteId, routeIndex, hash }: Props) {
  const t = useText();
  const network = useNetwork();
  const router = useRouter();
  const tracking = useTracking(quoteId, routeIndex, hash);
  const { response, heardAt } = tracking;
  const data = response?.data;
  const known = hash ?? data?.inbound?.hash ?? data?.quoteInfo?.trackParams?.hash;
  const saved = useMemo(() => remembered({ quoteId, routeIndex }, known), [quoteId, routeIndex, known]);
  const now = useNow(response !== undefined && !isFinal(response));
  const route = data?.route;
  const words = response && stateWords(t, response);
  const sell = route ? assetView(route.sellAsset).symbol : '';
  const buy = route ? assetView(route.buyAsset).symbol : '';
  const paidHere = saved !== undefined && saved.hash === known && !saved.elsewhere;
  const sentAt =
    (paidHere ? saved.at : undefined) ?? (data && seenAt(data, 'paymentSeen', 'providerSeen', 'paymentFinal'));
  const total = route?.estimatedTime?.total;
  const expectedAt = sentAt !== undefined && total !== undefined ? sentAt + total * 1000 : undefined;

  useTitle(words && t('{state}: {sell} to {buy} · Portage', { state: words, sell, buy }));
  useStateIcon(response && lineProgress(t, response), route?.legs.length ?? 1);
  const notify = useNotification(words, t('{sell} to {buy}', { sell, buy }), `${quoteId}/${routeIndex}`);
  useEffect(() => {
    if (!response || heardAt === undefined) return;
    // A deposit address stands in the list without a hash, also after its payment is known.
    for (const one of new Set([known, '']))
      if (one !== undefined) changeSavedSwap({ quoteId, routeIndex, hash: one }, changeBy(response, heardAt));
  }, [quoteId, routeIndex, known, response, heardAt]);

  const takeHash = (given: string) => {
    const chain = chainOfAsset(route?.sellAsset);
    if (!route || !chain) return;
    const swap = {
      quoteId,
      routeIndex,
      hash: given,
      chain,
      at: Date.now(),
      told: false,
      elsewhere: true,
      route: savedRoute(route),
    };
    // What waited for a payment by hand is this payment now.
    if (isPaidByHand(route)) forgetSwap({ quoteId, routeIndex, hash: '' });
    saveSwap(swap);
    void tellHash(swap);
    router.replace(trackPath(swap));
  };
  return (
    <div className="mx-auto grid w-full max-w-[760px] grid-cols-[minmax(0,1fr)] gap-4 px-4 py-5 sm:px-6 wide:py-11">
      {tracking.unknown !== undefined ? (
        <UnknownSwap
          message={tracking.unknown}
          hash={known ?? saved?.hash}
          chain={saved && isChainId(saved.chain) ? saved.chain : undefined}
        />
      ) : response ? (
        <TrackView
          response={response}
          network={network}
          heardAt={heardAt}
          lostSince={tracking.lost ? heardAt : undefined}
          elapsedSeconds={sentAt === undefined ? undefined : Math.max(0, (now - sentAt) / 1000)}
          local={{
            sentAt,
            signedHere: paidHere && known !== undefined,
            shownByHand: saved?.hash === '' && known === undefined,
            expectedAt: expectedAt !== undefined && expectedAt > now ? expectedAt : undefined,
          }}
          notify={notify}
          onHash={takeHash}
        />
      ) : (
        <Waiting lost={tracking.lost} />
      )}
    </div>
  );
}

function Waiting({ lost }: { lost: boolean }) {
  const t = useText();
  return (
    <div aria-busy="true" className="card grid gap-5 p-4 sm:p-6">
      <h1 className="sr-only">{t('Your swap')}</h1>
      {lost && (
        <Notice kind="care" live="polite" title={t('The service cannot be reached')}>
          {t(
            'The swap goes on without this page. It is asked for again and again; leave this open or come back later.',
          )}
        </Notice>
      )}
      <Skeleton className="h-7" width="60%" />
      <Skeleton className="h-16" />
      <Skeleton className="h-72" />
    </div>
  );
}
