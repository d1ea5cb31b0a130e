import { Settings } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { NetworkName } from '../../lib/chains/chain.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { Logo } from './logo.tsx';
import { NetworkDot } from './network-dot.tsx';
import { SandboxStrip } from './sandbox-strip.tsx';

const ICON_LINK =
  'relative inline-grid size-9 shrink-0 place-items-center rounded-6 text-ink-2 transition-colors duration-150 hover:bg-sunken hover:text-ink max-sm:size-11';

/** The site's header, rendered on the server. `activity` and `wallet` are the slots of interactive components. */
export function SiteHeader({
  t,
  network,
  brand,
  activity,
  wallet,
}: {
  t: Text;
  network: NetworkName;
  /** `logo`: a path of this server. */
  brand: { name: string; logo: string | undefined };
  activity?: ReactNode;
  wallet?: ReactNode;
}) {
  return (
    <header className="border-line border-b">
      <a
        href="#content"
        className="sr-only rounded-6 bg-sheet px-3 py-2 focus:not-sr-only focus:absolute focus:start-2 focus:top-2 focus:z-10"
      >
        {t('Skip to the content')}
      </a>
      <div className="mx-auto flex min-h-15 max-w-[1160px] items-center gap-3 px-4 sm:gap-5 sm:px-6">
        <Link
          href="/"
          prefetch={false}
          className="flex min-h-11 items-center gap-2.5 rounded-6 font-semibold text-16 tracking-[-0.01em]"
        >
          <Logo src={brand.logo} />
          <span className="max-w-60 truncate max-[400px]:sr-only">{brand.name}</span>
        </Link>
        {network === 'sandbox' && (
          <p className="rounded-full border border-line-2 px-2.5 py-0.5 text-12 text-ink-2 max-md:sr-only">
            {t('Sandbox: nothing here is real money')}
          </p>
        )}
        <nav aria-label={t('Site')} className="ms-auto flex items-center sm:gap-1">
          <Link
            href="/docs"
            prefetch={false}
            className="flex min-h-9 items-center rounded-6 px-2 text-ink-2 hover:text-ink max-md:hidden"
          >
            {t('Docs')}
          </Link>
          <NetworkDot />
          {activity}
          <Link
            href="/settings"
            prefetch={false}
            className={ICON_LINK}
            aria-label={t('Settings')}
            title={t('Settings')}
          >
            <Settings aria-hidden size={18} />
          </Link>
          <span className="ms-1 sm:ms-2">{wallet}</span>
        </nav>
      </div>
      <div aria-hidden className="md:hidden">
        <SandboxStrip className="border-line border-t" />
      </div>
    </header>
  );
}
