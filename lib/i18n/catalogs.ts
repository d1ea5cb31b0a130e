/**
 * Holds all translations on the server: the files in `catalogs/` are keyed by the English text, the running code by its
 * hash. Server only.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { LOCALES, type Locale } from './locales.ts';
import { type Catalog, createText, messageKey, type Text } from './text.ts';

/** Read as they are, and held against the code's messages by `npm run check`. */
const FOLDER = 'lib/i18n/catalogs';

const readCatalog = (locale: Locale): Catalog =>
  JSON.parse(readFileSync(resolve(process.cwd(), FOLDER, `${locale}.json`), 'utf8'));

/** The catalogs as the files have them: by English text. */
export const CATALOG_FILES: Partial<Record<Locale, Catalog>> = Object.fromEntries(
  LOCALES.filter((locale) => locale !== 'en').map((locale) => [locale, readCatalog(locale)]),
);

const keyed = (written: Catalog): Catalog =>
  Object.fromEntries(Object.entries(written).map(([english, translation]) => [messageKey(english), translation]));

export const CATALOGS: Partial<Record<Locale, Catalog>> = Object.fromEntries(
  Object.entries(CATALOG_FILES).map(([locale, written]) => [locale, keyed(written)]),
);

/** Puts the catalogs where the page's code finds them when it runs on the server. */
export function shareCatalogs(): void {
  globalThis.portageCatalogs = CATALOGS;
}

/** The translator for texts that the server itself writes: titles and the first view of a page. */
export const serverText = (locale: Locale): Text => createText(locale, CATALOGS[locale]);
