import type { Metadata } from 'next';
import Link from 'next/link';
import { buttonClasses } from '../../components/ui/button.tsx';
import { readerText } from '../../lib/i18n/request-locale.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await readerText();
  return { title: t('Page not found') };
}

export default async function NotFound() {
  const t = await readerText();
  return (
    <div className="mx-auto grid max-w-[480px] content-center justify-items-start gap-3 px-4 py-24">
      <h1 className="font-semibold text-20">{t('Page not found')}</h1>
      <p className="text-ink-2">
        {t(
          'The address may be cut off or mistyped. A swap that you started goes on without any page; its link has the form /track/quote/number.',
        )}
      </p>
      <Link href="/" className={buttonClasses('quiet', 'medium')}>
        {t('Go to the swap page')}
      </Link>
    </div>
  );
}
