/** Determines the language of a page request: the reader's choice, else the browser's preference. Server only. */
import { cookies, headers } from 'next/headers';
import { serverText } from './catalogs.ts';
import { LOCALE_COOKIE, LOCALE_HEADER, type Locale, localeFor } from './locales.ts';
import type { Text } from './text.ts';

export async function readerLocale(): Promise<Locale> {
  const [kept, asked] = await Promise.all([cookies(), headers()]);
  const chosen = asked.get(LOCALE_HEADER) ?? kept.get(LOCALE_COOKIE)?.value;
  return localeFor(chosen, asked.get('accept-language'));
}

/** The translator for texts that the server writes: `const t = await readerText()`. */
export const readerText = async (): Promise<Text> => serverText(await readerLocale());
