/**
 * Holds all translations on the server: the files in `catalogs/` are keyed by the English text, the running code by its
 * hash. Server only.
 */
import * as files from './catalog-files.ts';
import type { Locale } from './locales.ts';
import { type Catalog, createText, messageKey, type Text } from './text.ts';

/** The catalogs as the files have them: by English text. */
export const CATALOG_FILES: Partial<Record<Locale, Catalog>> = files satisfies Record<Exclude<Locale, 'en'>, Catalog>;

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
