/** Lists the languages of the page and chooses one for a reader. */

export const LOCALES = ['en', 'de', 'fr', 'es', 'pt', 'tr', 'ru', 'zh', 'ja', 'ko', 'ar'] as const;
export type Locale = (typeof LOCALES)[number];

/** The name of each language in that language. */
export const LOCALE_NAMES: Record<Locale, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  tr: 'Türkçe',
  ru: 'Русский',
  zh: '简体中文',
  ja: '日本語',
  ko: '한국어',
  ar: 'العربية',
};

/** The cookie with a chosen language; the server reads it, so that the first view is translated. */
export const LOCALE_COOKIE = 'portage.locale';

/** Set only by `proxy.ts`, where the path of a page names its language. */
export const LOCALE_HEADER = 'x-portage-locale';

/** The locale for `Intl`; amounts keep Latin digits in every language, as wallets and explorers write them. */
export const intlTag = (locale: Locale): string => (locale === 'ar' ? 'ar-u-nu-latn' : locale);

/** The `lang` of a document; Chinese names its script, so that its own glyphs are used. Source: BCP 47. */
export const htmlLang = (locale: Locale): string => (locale === 'zh' ? 'zh-Hans' : locale);

export const directionOf = (locale: Locale): 'ltr' | 'rtl' => (locale === 'ar' ? 'rtl' : 'ltr');

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
