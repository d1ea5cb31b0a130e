import Link from 'next/link';
import type { ReactNode } from 'react';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { Logo } from './logo.tsx';
import { SANDBOX_WORDS, SandboxStrip } from './sandbox-strip.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** `wallet` is the place of the wallet button. */
export function SiteHeader({ network, wallet }: { network: NetworkName; wallet?: ReactNode }) {
  return (
    <header className="border-line border-b">
      <a
        href="#content"
        className="sr-only rounded-6 bg-sheet px-3 py-2 focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-10"
      >
        Skip to the content
      </a>
      <div className="mx-auto flex min-h-15 max-w-[1160px] items-center gap-3 px-4 sm:gap-5 sm:px-6">
        <Link href="/" className="flex min-h-9 items-center gap-2.5 rounded-6 font-semibold text-16 tracking-[-0.01em]">
          <Logo />
          <span className="max-[350px]:sr-only">Portage</span>
        </Link>
        {network === 'sandbox' && (
          <p className="rounded-full border border-line-2 px-2.5 py-0.5 text-12 text-ink-2 max-md:sr-only">
            {SANDBOX_WORDS}
          </p>
        )}
        <nav aria-label="Site" className="ms-auto flex items-center gap-1 sm:gap-2">
          <Link href="/docs" className="flex min-h-9 items-center rounded-6 px-2 text-ink-2 hover:text-ink">
            Docs
          </Link>
          <ThemeSwitch />
          {wallet}
        </nav>
      </div>
      <div aria-hidden className="md:hidden">
        <SandboxStrip className="border-line border-t" />
      </div>
    </header>
  );
}

export function SiteFooter() {
  return (
    <footer className="mt-auto border-line border-t">
      <div className="mx-auto flex max-w-[1160px] flex-wrap items-center gap-x-6 gap-y-1 px-4 py-5 text-12 text-ink-3 sm:px-6">
        <p>Portage never holds your money. Nobody from Portage will ever ask for your keys.</p>
        <p className="ms-auto flex gap-4">
          <Link href="/docs" className="min-h-6 rounded-6 hover:text-ink">
            How routes are ranked
          </Link>
          <a href="/openapi.json" className="min-h-6 rounded-6 hover:text-ink">
            API
          </a>
        </p>
      </div>
    </footer>
  );
}
