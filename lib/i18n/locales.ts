/** Lists the languages of the page and chooses one for a reader. */

type Language = {
  /** Its name in itself. */
  name: string;
  /** With a region, as other libraries name it. */
  regional: string;
  /** For `Intl`, where that is not the key: amounts keep Latin digits in every language, as wallets and explorers write them. */
  intl?: string;
  /** The `lang` of a document, where that is not the key. Source: BCP 47. */
  html?: string;
  direction?: 'rtl';
};

/** One line a language, in the order in which they are offered. */
const LANGUAGES = {
  en: { name: 'English', regional: 'en-US' },
  de: { name: 'Deutsch', regional: 'de-DE' },
  fr: { name: 'Français', regional: 'fr-FR' },
  es: { name: 'Español', regional: 'es-419' },
  pt: { name: 'Português', regional: 'pt-BR' },
  tr: { name: 'Türkçe', regional: 'tr-TR' },
  ru: { name: 'Русский', regional: 'ru-RU' },
  // Names its script, so that its own glyphs are used.
  zh: { name: '简体中文', regional: 'zh-CN', html: 'zh-Hans' },
  ja: { name: '日本語', regional: 'ja-JP' },
  ko: { name: '한국어', regional: 'ko-KR' },
  ar: { name: 'العربية', regional: 'ar-AR', intl: 'ar-u-nu-latn', direction: 'rtl' },
} as const satisfies Record<string, Language>;

export type Locale = keyof typeof LANGUAGES;
export const LOCALES = Object.keys(LANGUAGES) as [Locale, ...Locale[]];

/** The name of each language in that language. */
export const languageName = (locale: Locale): string => LANGUAGES[locale].name;

/** The language with a region, as RainbowKit names it. */
export const regionalTag = <L extends Locale>(locale: L): (typeof LANGUAGES)[L]['regional'] =>
  LANGUAGES[locale].regional;

/** The cookie with a chosen language; the server reads it, so that the first view is translated. */
export const LOCALE_COOKIE = 'portage.locale';

/** Set only by `proxy.ts`, where the path of a page names its language. */
export const LOCALE_HEADER = 'x-portage-locale';

const languageOf = (locale: Locale): Language => LANGUAGES[locale];

/** The locale for `Intl`. */
export const intlTag = (locale: Locale): string => languageOf(locale).intl ?? locale;

/** The `lang` of a document. */
export const htmlLang = (locale: Locale): string => languageOf(locale).html ?? locale;

export const directionOf = (locale: Locale): 'ltr' | 'rtl' => languageOf(locale).direction ?? 'ltr';

export const isLocale = (text: string | undefined): text is Locale => LOCALES.some((locale) => locale === text);

/**
 * The reader's language: the chosen one, else the first of `Accept-Language` that the page has, else English.
 * Source of the header's form: RFC 9110, 12.5.4.
 */
export function localeFor(chosen: string | undefined, acceptLanguage: string | null | undefined): Locale {
  if (isLocale(chosen)) return chosen;
  const wished = (acceptLanguage ?? '')
    .split(',')
    .map((entry, order) => {
      const [tag = '', ...parameters] = entry.trim().split(';');
      const weight = Number(
        parameters
          .find((text) => text.trim().startsWith('q='))
          ?.trim()
          .slice(2) ?? 1,
      );
      return { language: tag.toLowerCase().split('-')[0] ?? '', weight: Number.isFinite(weight) ? weight : 0, order };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.order - b.order);
  return wished.map(({ language }) => language).find(isLocale) ?? 'en';
}
