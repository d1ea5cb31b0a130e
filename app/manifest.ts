import type { MetadataRoute } from 'next';
import { settings } from '../lib/config/env.ts';
import { htmlLang } from '../lib/i18n/locales.ts';
import { readerText } from '../lib/i18n/request-locale.ts';

export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const t = await readerText();
  return {
    id: '/',
    name: t('Portage: swap across chains'),
    short_name: settings().brand.name,
    description: t(
      'Sell an asset on one chain and buy one on another. Compare every way, sign with your own wallet, watch it arrive.',
    ),
    lang: htmlLang(t.locale),
    dir: t.dir,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f7f6f2',
    theme_color: '#05616b',
    categories: ['finance'],
    icons: [
      { src: '/icons/app.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icons/app-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/app-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/app-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [{ name: t('Activity'), url: '/activity' }],
  };
}
