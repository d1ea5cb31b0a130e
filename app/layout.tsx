import './globals.css';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { embedStyle, STYLE_ID, styleText } from '../components/embed/theme-style.ts';
import { NetworkProvider } from '../components/ui/network.tsx';
import { TextProvider } from '../components/ui/text.tsx';
import { readOptionsFromUrl } from '../lib/api/embed/read-options.ts';
import { logoPath } from '../lib/composition/brand-logo.ts';
import { settings } from '../lib/config/env.ts';
import { catalogScript } from '../lib/i18n/catalog-script.ts';
import { serverText, shareCatalogs } from '../lib/i18n/catalogs.ts';
import { htmlLang } from '../lib/i18n/locales.ts';
import { readerLocale, readerText } from '../lib/i18n/request-locale.ts';
import { FONT_CLASSES } from './fonts.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { name } = settings().brand;
  const t = await readerText();
  return {
    title: { default: t('Portage: swap across chains'), template: `%s · ${name}` },
    description: t(
      'Sell an asset on one chain and buy one on another. Compare every way, sign with your own wallet, watch it arrive.',
    ),
    applicationName: name,
    icons: { icon: logoPath() ?? '/favicon.svg', apple: '/icons/apple-touch.png' },
    appleWebApp: { capable: true, title: name },
  };
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  // Elements pinned to the bottom stay above the keyboard of a phone.
  interactiveWidget: 'resizes-content',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f7f6f2' },
    { media: '(prefers-color-scheme: dark)', color: '#0b121a' },
  ],
};

/** The nonce of this response's security policy, which `proxy.ts` makes. */
const nonceOf = async (): Promise<string | undefined> => (await headers()).get('x-nonce') ?? undefined;

/** The look that an embed's URL requests; undefined on the site's own pages. Only `proxy.ts` sets the header. */
async function embedLooks() {
  const search = (await headers()).get('x-portage-embed');
  return search === null ? undefined : embedStyle(readOptionsFromUrl(search).options);
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  // The network is a setting of the running server, not of the build.
  await connection();
  const { network, witnesses, brand } = settings();
  const { name, affiliate } = brand;
  const locale = await readerLocale();
  shareCatalogs();
  const t = serverText(locale);
  const catalog = catalogScript(locale);
  const [nonce, looks] = await Promise.all([nonceOf(), embedLooks()]);
  const colors = looks && styleText(looks);
  return (
    <html
      lang={htmlLang(locale)}
      dir={t.dir}
      className={FONT_CLASSES}
      data-embed={looks ? '' : undefined}
      data-theme={looks?.theme}
      suppressHydrationWarning
    >
      <head>
        <script src="/theme.js" />
        {/* Browsers hide nonces from scripts, so the hydrated value never equals the one that the server wrote. */}
        {colors && (
          <style id={STYLE_ID} nonce={nonce} suppressHydrationWarning>
            {colors}
          </style>
        )}
        {/* Blocks the parser, so that the texts are there before hydration; browsers cache it for good. */}
        {catalog && <script src={`/texts/${catalog.file}`} />}
      </head>
      <body className="flex flex-col">
        <NetworkProvider network={network.name} witnesses={witnesses}>
          <TextProvider locale={locale} brand={{ name, ...(affiliate ? { affiliate } : {}) }}>
            {children}
          </TextProvider>
        </NetworkProvider>
      </body>
    </html>
  );
}
