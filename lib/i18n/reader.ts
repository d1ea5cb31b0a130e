/** The language of whoever asks for a page: their choice here, else what their browser wishes. Server only. */
import { cookies, headers } from 'next/headers';
import { serverText } from './catalogs.ts';
import { LOCALE_COOKIE, LOCALE_HEADER, type Locale, localeFor } from './locales.ts';
import type { Text } from './text.ts';

export async function readerLocale(): Promise<Locale> {
  const [kept, asked] = await Promise.all([cookies(), headers()]);
  const chosen = asked.get(LOCALE_HEADER) ?? kept.get(LOCALE_COOKIE)?.value;
  return localeFor(chosen, asked.get('accept-language'));
}

/** For what the server writes itself: `const t = await readerText()`. */
export const readerText = async (): Promise<Text> => serverText(await readerLocale());
