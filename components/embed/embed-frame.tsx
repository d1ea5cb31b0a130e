'use client';
import type { ReactNode } from 'react';
import type { ReadOptions } from '../../lib/api/embed/read-options.ts';
import { useBrand } from '../ui/brand.tsx';
import { classNames } from '../ui/class-names.ts';
import { Notice } from '../ui/notice.tsx';
import { SandboxStrip } from '../ui/sandbox-strip.tsx';
import { useText } from '../ui/text.tsx';
import { WalletButton } from '../wallet/wallet-button.tsx';
import { EmbeddingProvider } from './embedding.tsx';
import { type Defaults, useEmbedState } from './use-embed-state.ts';
import { useHeight, useVisibleHeight } from './use-height.ts';
import { useLentWallets } from './use-lent-wallets.ts';

const ROW = 'mx-auto flex w-full items-center justify-end px-3 pt-3';

/** The frame around swap and tracking pages within a host's page; it stays when one replaces the other. */
export function EmbedFrame({
  initial,
  defaults,
  search,
  children,
}: {
  /** The options in the frame's URL. */
  initial: ReadOptions;
  /** The defaults registered for the embed id. */
  defaults: Defaults;
  search: string;
  children: ReactNode;
}) {
  const t = useText();
  const { name } = useBrand();
  const { embedding, faults, link, wallets, events } = useEmbedState(initial, defaults, search);
  useHeight(link);
  useVisibleHeight();
  useLentWallets(link, wallets, events, embedding.tell);
  return (
    <EmbeddingProvider value={embedding}>
      {/* Always shown, whatever the options hide. */}
      <SandboxStrip className="border-line border-b" />
      {!embedding.hides('header') && (
        <header
          className={classNames(ROW, embedding.options.layout === 'full' ? 'max-w-[1160px] sm:px-6' : 'max-w-[560px]')}
        >
          <WalletButton />
        </header>
      )}
      {faults.length > 0 && (
        <div className="mx-auto grid w-full max-w-[560px] px-3 pt-3">
          <Notice kind="care" live="polite" title={t('This swap is set up wrong on this site')}>
            {faults.map(({ option, message }) => (
              <p key={`${option} ${message}`} lang="en" dir="ltr" className="text-12 [overflow-wrap:anywhere]">
                {message}
              </p>
            ))}
          </Notice>
        </div>
      )}
      <main id="content" className="isolate flex flex-1 flex-col">
        {children}
      </main>
      {!embedding.hides('poweredBy') && (
        <footer className="px-3 pb-3 text-center text-12 text-ink-3">
          <a
            href="/"
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-8 items-center rounded-6 px-1 hover:text-ink"
          >
            {t('Powered by {name}', { name })}
            <span className="sr-only">{t('Opens a new page')}</span>
          </a>
        </footer>
      )}
    </EmbeddingProvider>
  );
}
