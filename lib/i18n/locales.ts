/** The languages that the page speaks, and which of them a reader gets. */

export const LOCALES = ['en', 'de', 'fr', 'es', 'pt', 'tr', 'ru', 'zh', 'ja', 'ko', 'ar'] as const;
export type Locale = (typeof LOCALES)[number];

/** Each language by its own name. */
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

/** Where a choice of language is kept; read by the server, so that the first view has it. */
export const LOCALE_COOKIE = 'portage.locale';

/** Set by `proxy.ts` alone, where the address of a page says its language. */
export const LOCALE_HEADER = 'x-portage-locale';

/** For `Intl`: amounts keep Latin digits in every language, as wallets and explorers write them. */
export const intlTag = (locale: Locale): string => (locale === 'ar' ? 'ar-u-nu-latn' : locale);

/** The `lang` of a document; the script stands beside Chinese, so that its own glyphs are taken. Source: BCP 47. */
export const htmlLang = (locale: Locale): string => (locale === 'zh' ? 'zh-Hans' : locale);

export const directionOf = (locale: Locale): 'ltr' | 'rtl' => (locale === 'ar' ? 'rtl' : 'ltr');

export const isLocale = (text: string | undefined): text is Locale => LOCALES.some((locale) => locale === text);

/**
 * The reader's language: what was chosen here, else the first of `Accept-Language` that the page speaks, else English.
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
