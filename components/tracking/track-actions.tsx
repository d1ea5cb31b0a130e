'use client';
import { Bell, BellRing, FileText, Share2 } from 'lucide-react';
import { useState } from 'react';
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import { receiptPath, trackPath } from '../activity/saved-swaps.ts';
import { SiteLink } from '../embed/site-link.tsx';
import { swapLink } from '../swap/form-url.ts';
import { Button, buttonClasses } from '../ui/button.tsx';
import { useText } from '../ui/text.tsx';
import { isFinal } from './state-text.ts';
import { paymentHash } from './track-selectors.ts';
import type { NotifyState } from './use-notification.ts';

export type Notify = { state: NotifyState; toggle: () => void };

/** The actions for a swap that is followed or over. */
export function TrackActions({ response, notify }: { response: TrackResponse; notify?: Notify | undefined }) {
  const t = useText();
  const { route, quoteInfo } = response.data;
  if (!route) return null;
  const hash = paymentHash(response.data);
  const key = quoteInfo && {
    quoteId: quoteInfo.quoteId,
    routeIndex: quoteInfo.routeIndex,
    ...(hash ? { hash } : {}),
  };
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {response.trackingStatus === 'completed' && (
        <SiteLink
          href={swapLink({ sell: route.sellAsset, buy: route.buyAsset })}
          className={buttonClasses('primary', 'medium')}
        >
          {t('Swap again')}
        </SiteLink>
      )}
      {key && (
        <SiteLink href={receiptPath(key)} prefetch={false} className={buttonClasses('quiet', 'medium')}>
          <FileText aria-hidden size={16} />
          {t('Receipt')}
        </SiteLink>
      )}
      {key && <Share path={trackPath(key)} />}
      {!isFinal(response) && notify && notify.state !== 'impossible' && <NotifyButton notify={notify} />}
    </div>
  );
}

/** Shares the page's address by the device's share sheet, or copies it. */
function Share({ path }: { path: string }) {
  const t = useText();
  const [said, setSaid] = useState('');
  const share = async () => {
    const url = `${window.location.origin}${path}`;
    try {
      if (typeof navigator.share === 'function') await navigator.share({ url });
      else {
        await navigator.clipboard.writeText(url);
        setSaid(t('Link copied'));
      }
    } catch (error) {
      // Closing the share sheet is not a failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setSaid(url);
    }
  };
  return (
    <>
      <Button onClick={share} icon={<Share2 aria-hidden size={16} />}>
        {t('Share')}
      </Button>
      <span role="status" className="self-center text-13 text-ink-2 [overflow-wrap:anywhere] empty:hidden">
        {said}
      </span>
    </>
  );
}

function NotifyButton({ notify: { state, toggle } }: { notify: Notify }) {
  const t = useText();
  return (
    <>
      <Button
        aria-pressed={state === 'on'}
        onClick={toggle}
        icon={state === 'on' ? <BellRing aria-hidden size={16} /> : <Bell aria-hidden size={16} />}
      >
        {t('Notify me')}
      </Button>
      <span role="status" className="self-center text-13 text-ink-2 empty:hidden">
        {state === 'on' && t('You get a notification for each change while this page is open.')}
        {state === 'refused' && t('Your browser does not allow notifications from this page.')}
      </span>
    </>
  );
}
