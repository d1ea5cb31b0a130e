'use client';
import { Button } from './button.tsx';
import { useText } from './text.tsx';

/** Replaces a page that broke. */
export function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const t = useText();
  return (
    <div className="mx-auto grid max-w-[480px] content-center justify-items-start gap-3 px-4 py-24" role="alert">
      <h1 className="font-semibold text-20">{t('Something went wrong on this page')}</h1>
      <p className="text-ink-2">
        {t(
          'This is our mistake. Nothing was sent and your money is not affected. A swap under way continues without this page. Nobody from Portage will ever ask for your keys.',
        )}
      </p>
      {error.digest && (
        <p className="font-mono text-12 text-ink-3">
          {t('Report it with this number: {number}', { number: error.digest })}
        </p>
      )}
      <Button look="primary" onClick={reset}>
        {t('Try again')}
      </Button>
    </div>
  );
}
