import './globals.css';
import type { Metadata, Viewport } from 'next';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { ActivityButton } from '../components/activity/activity-button.tsx';
import { NetworkProvider } from '../components/ui/network.tsx';
import { RegisterWorker } from '../components/ui/register-worker.tsx';
import { SiteFooter } from '../components/ui/site-footer.tsx';
import { SiteHeader } from '../components/ui/site-header.tsx';
import { TextProvider } from '../components/ui/text.tsx';
import { WalletButton } from '../components/wallet/wallet-button.tsx';
import { WalletProvider } from '../components/wallet/wallet-provider.tsx';
import { settings } from '../lib/config/env.ts';
import { catalogScript } from '../lib/i18n/catalog-script.ts';
import { serverText, shareCatalogs } from '../lib/i18n/catalogs.ts';
import { htmlLang } from '../lib/i18n/locales.ts';
import { readerLocale, readerText } from '../lib/i18n/reader.ts';
import { FONT_CLASSES } from './fonts.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await readerText();
  return {
    title: { default: t('Portage: swap across chains'), template: '%s · Portage' },
    description: t(
      'Sell an asset on one chain and buy one on another. Compare every way, sign with your own wallet, watch it arrive.',
    ),
    applicationName: 'Portage',
    icons: { icon: '/favicon.svg', apple: '/icons/apple-touch.png' },
    appleWebApp: { capable: true, title: 'Portage' },
  };
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  // What is pinned to the bottom stays above the keyboard of a phone.
  interactiveWidget: 'resizes-content',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f7f6f2' },
    { media: '(prefers-color-scheme: dark)', color: '#0b121a' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // The network is a setting of the running server, not of the build.
  await connection();
  const { network, evmWallets } = settings();
  const locale = await readerLocale();
  shareCatalogs();
  const t = serverText(locale);
  const catalog = catalogScript(locale);
  return (
    <html lang={htmlLang(locale)} dir={t.dir} className={FONT_CLASSES} suppressHydrationWarning>
      <head>
        <script src="/theme.js" />
        {/* Blocks the parser, so that the texts are there before the page comes alive; kept by the browser for good. */}
        {catalog && <script src={`/texts/${catalog.file}`} />}
        {network.pageScripts.map((script, index) => (
          <script key={script} src={`/page-scripts/${index}`} defer />
        ))}
      </head>
      <body className="flex flex-col">
        <NetworkProvider network={network.name}>
          <TextProvider locale={locale}>
            <WalletProvider network={network.name} evm={evmWallets}>
              <SiteHeader t={t} network={network.name} activity={<ActivityButton />} wallet={<WalletButton />} />
              <main id="content" className="isolate flex flex-1 flex-col">
                {children}
              </main>
              <SiteFooter t={t} />
            </WalletProvider>
          </TextProvider>
          <RegisterWorker />
        </NetworkProvider>
      </body>
    </html>
  );
}
