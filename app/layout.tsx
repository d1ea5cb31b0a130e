import './globals.css';
import type { Metadata, Viewport } from 'next';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { NetworkProvider } from '../components/ui/network.tsx';
import { QueryProvider } from '../components/ui/query-provider.tsx';
import { SiteFooter, SiteHeader } from '../components/ui/site-header.tsx';
import { WalletButton } from '../components/wallet/wallet-button.tsx';
import { WalletProvider } from '../components/wallet/wallet-provider.tsx';
import { settings } from '../lib/config/env.ts';

export const metadata: Metadata = {
  title: { default: 'Portage: swap across chains', template: '%s · Portage' },
  description:
    'Sell an asset on one chain and buy one on another. Compare every way, sign with your own wallet, watch it arrive.',
  icons: { icon: '/favicon.svg' },
};

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f7f6f2' },
    { media: '(prefers-color-scheme: dark)', color: '#0b121a' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // The network is a setting of the running server, not of the build.
  await connection();
  const { network } = settings();
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <script src="/theme.js" />
        {network.pageScripts.map((script, index) => (
          <script key={script} src={`/page-scripts/${index}`} defer />
        ))}
      </head>
      <body className="flex flex-col">
        <NetworkProvider network={network.name}>
          <QueryProvider>
            <WalletProvider network={network.name}>
              <SiteHeader network={network.name} wallet={<WalletButton />} />
              <main id="content" className="flex flex-1 flex-col">
                {children}
              </main>
              <SiteFooter />
            </WalletProvider>
          </QueryProvider>
        </NetworkProvider>
      </body>
    </html>
  );
}
