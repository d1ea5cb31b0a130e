'use client';
import { Languages } from 'lucide-react';
import { isLocale, LOCALE_COOKIE, LOCALES, type Locale, languageName } from '../../lib/i18n/locales.ts';
import { useText } from './text.tsx';

const YEAR_SECONDS = 31_536_000;

/** Saves the choice and reloads the address, which contains the form. */
export function chooseLocale(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser of ours
  document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  window.location.reload();
}

/** A plain list of the languages, each under its own name. */
export function LanguageChoice() {
  const t = useText();
  return (
    <span className="relative inline-flex items-center rounded-6 text-ink-2 hover:bg-sunken hover:text-ink">
      <Languages aria-hidden size={16} className="pointer-events-none absolute start-2" />
      <select
        aria-label={t('Language')}
        defaultValue={t.locale}
        onChange={({ target }) => isLocale(target.value) && chooseLocale(target.value)}
        className="min-h-9 cursor-pointer rounded-6 bg-transparent ps-8 pe-2 text-12 max-sm:min-h-11"
      >
        {LOCALES.map((locale) => (
          <option key={locale} value={locale} lang={locale} className="bg-sheet text-ink">
            {languageName(locale)}
          </option>
        ))}
      </select>
    </span>
  );
}
