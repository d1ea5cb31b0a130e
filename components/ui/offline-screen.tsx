'use client';
import { WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { Button, buttonClasses } from './button.tsx';
import { useText } from './text.tsx';

/** Milliseconds between two checks of the network, since not every device reports that it is back. */
const LOOK_MS = 1000;

/** Loads the wanted page as soon as this deployment answers. */
function useReturn(): void {
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const look = () =>
      fetch('/health/live', { cache: 'no-store', signal })
        .then(({ ok }) => {
          if (!ok) return;
          if (window.location.pathname === '/offline') window.location.replace('/');
          else window.location.reload();
        })
        // Still offline; checked again in a moment.
        .catch(() => undefined);
    const timer = setInterval(look, LOOK_MS);
    window.addEventListener('online', look, { signal });
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, []);
}

/** Replaces a page that cannot be loaded; once the network is back, the page is loaded again. */
export function OfflineScreen() {
  const t = useText();
  useReturn();
  return (
    <div className="mx-auto grid max-w-[480px] content-center justify-items-start gap-3 px-4 py-24">
      <WifiOff aria-hidden size={24} className="text-ink-3" />
      <h1 className="font-semibold text-20">{t('You are offline')}</h1>
      <p className="text-ink-2">
        {t(
          'This page reloads when you are back online. A swap under way goes on without you; Activity shows what this browser knows of it.',
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {/* A plain link, which the browser answers from its cache. */}
        <a href="/activity" className={buttonClasses('primary', 'medium')}>
          {t('Activity')}
        </a>
        <Button onClick={() => window.location.reload()}>{t('Try again')}</Button>
      </div>
    </div>
  );
}
