'use client';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useEffect, useLayoutEffect } from 'react';
import { assetOf } from '../../lib/domain/asset.ts';
import { changeSavedSwap, readSavedSwaps, savedRoute, saveSwap, trackPath } from '../activity/saved-swaps.ts';
import { tellHash } from '../activity/tell-hash.ts';
import { assetView } from '../tokens/asset-view.ts';
import { buttonClasses } from '../ui/button.tsx';
import { useNetwork } from '../ui/network.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useNow } from '../ui/use-now.ts';
import { isFinal, stateWords } from './state-words.ts';
import { TrackView } from './track-view.tsx';
import { useTracking } from './use-tracking.ts';

/** Follows one swap by its address alone. */
export function TrackScreen({
  quoteId,
  routeIndex,
  hash,
}: {
  quoteId: string;
  routeIndex: number;
  hash?: string | undefined;
}) {
  const network = useNetwork();
  const router = useRouter();
  const tracking = useTracking(quoteId, routeIndex, hash);
  const { response } = tracking;
  const known = hash ?? response?.data.inbound?.hash ?? response?.data.quoteInfo?.trackParams?.hash;
  const sentAt = useSentAt(quoteId, routeIndex, known);
  const now = useNow(response !== undefined && !isFinal(response));
  const route = response?.data.route;
  const words = response && stateWords(response);
  const pair = route ? `${assetView(route.sellAsset).symbol} to ${assetView(route.buyAsset).symbol}` : 'Swap';
  const status = response?.trackingStatus;

  useTitle(words && `${words}: ${pair} · Portage`);
  useEffect(() => {
    if (!status) return;
    // A deposit address stands in the list without a hash, also after its payment is known.
    for (const hash of new Set([known, '']))
      if (hash !== undefined) changeSavedSwap({ quoteId, routeIndex, hash }, { status, told: true });
  }, [quoteId, routeIndex, known, status]);

  const takeHash = (given: string) => {
    if (!route) return;
    const chain = assetOf(route.sellAsset).chain;
    const swap = { quoteId, routeIndex, hash: given, chain, at: Date.now(), told: false, route: savedRoute(route) };
    saveSwap(swap);
    void tellHash(swap);
    router.replace(trackPath(swap));
  };
  return (
    <div className="mx-auto grid w-full max-w-[760px] grid-cols-[minmax(0,1fr)] gap-4 px-4 py-5 sm:px-6 wide:py-11">
      {tracking.unknown !== undefined ? (
        <Unknown message={tracking.unknown} />
      ) : response ? (
        <TrackView
          response={response}
          network={network}
          heardAt={tracking.heardAt}
          lostSince={tracking.lost ? tracking.heardAt : undefined}
          elapsedSeconds={sentAt === undefined ? undefined : Math.max(0, (now - sentAt) / 1000)}
          onHash={takeHash}
        />
      ) : (
        <Waiting lost={tracking.lost} />
      )}
    </div>
  );
}

/** Names the window; also against the title of the page's metadata, which may arrive after this has run. */
function useTitle(title: string | undefined): void {
  useLayoutEffect(() => {
    if (title === undefined) return;
    const name = () => {
      if (document.title !== title) document.title = title;
    };
    name();
    const observer = new MutationObserver(name);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [title]);
}

/** When this browser sent it, from its own list. */
function useSentAt(quoteId: string, routeIndex: number, hash: string | undefined): number | undefined {
  if (typeof window === 'undefined' || hash === undefined) return undefined;
  return readSavedSwaps().find(
    (swap) => swap.quoteId === quoteId && swap.routeIndex === routeIndex && swap.hash === hash,
  )?.at;
}

function Waiting({ lost }: { lost: boolean }) {
  return (
    <div aria-busy="true" className="card grid gap-5 p-4 sm:p-6">
      <h1 className="sr-only">Your swap</h1>
      {lost && (
        <Notice kind="care" live="polite" title="The service cannot be reached">
          The swap goes on without this page. It is asked for again and again; leave this open or come back later.
        </Notice>
      )}
      <Skeleton className="h-7" width="60%" />
      <Skeleton className="h-16" />
      <Skeleton className="h-44" />
    </div>
  );
}

function Unknown({ message }: { message: string }) {
  return (
    <div className="card grid justify-items-start gap-3 p-4 sm:p-6" role="alert">
      <h1 className="font-semibold text-20">This swap is not known here</h1>
      <p className="text-ink-2">
        {message} If you have paid, your money is not lost by this: the network follows the payment, not this page.
        Check the address of this page, and keep the hash of your payment. Nobody from Portage will ever ask for your
        keys.
      </p>
      <Link href="/" className={buttonClasses('quiet', 'medium')}>
        Go to the swap page
      </Link>
    </div>
  );
}
