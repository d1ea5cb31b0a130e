'use client';
import { WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { Button, buttonClasses } from './button.tsx';
import { useText } from './text.tsx';

/** Replaces a page that cannot be loaded; once the device is online, the page is loaded again. */
export function OfflineScreen() {
  const t = useText();
  useEffect(() => {
    const again = () => {
      if (window.location.pathname !== '/offline') window.location.reload();
    };
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);
  return (
    <div className="mx-auto grid max-w-[480px] content-center justify-items-start gap-3 px-4 py-24">
      <WifiOff aria-hidden size={24} className="text-ink-3" />
      <h1 className="font-semibold text-20">{t('You are offline')}</h1>
      <p className="text-ink-2">
        {t(
          'This page needs the network: prices that are not fresh would cost you money. A swap that is under way goes on without you, and Activity still shows what this browser knows of it.',
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
