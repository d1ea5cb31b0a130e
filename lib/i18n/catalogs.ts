/**
 * Holds all translations on the server: the files in `catalogs/` are keyed by the English text, the running code by its
 * hash. Server only.
 */
import ar from './catalogs/ar.json' with { type: 'json' };
import de from './catalogs/de.json' with { type: 'json' };
import es from './catalogs/es.json' with { type: 'json' };
import fr from './catalogs/fr.json' with { type: 'json' };
import ja from './catalogs/ja.json' with { type: 'json' };
import ko from './catalogs/ko.json' with { type: 'json' };
import pt from './catalogs/pt.json' with { type: 'json' };
import ru from './catalogs/ru.json' with { type: 'json' };
import tr from './catalogs/tr.json' with { type: 'json' };
import zh from './catalogs/zh.json' with { type: 'json' };
import type { Locale } from './locales.ts';
import { type Catalog, createText, messageKey, type Text } from './text.ts';

/** The catalogs as the files have them: by English text. */
export const CATALOG_FILES: Partial<Record<Locale, Catalog>> = { ar, de, es, fr, ja, ko, pt, ru, tr, zh };

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
