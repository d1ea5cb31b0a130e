import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOCALES, localeFor } from './locales.ts';

describe('the language of a page', () => {
  it.each([
    ['what was chosen here, whatever the browser wishes', 'ja', 'de, en;q=0.5', 'ja'],
    ['what the browser wishes first', undefined, 'fr-CH, fr;q=0.9, en;q=0.8', 'fr'],
    ['the most wished one, not the first written', undefined, 'en;q=0.3, tr;q=0.9', 'tr'],
    ['the first that there is', undefined, 'nl, sv;q=0.9, pt-BR;q=0.8', 'pt'],
    ['Chinese in whichever script it was asked for', undefined, 'zh-Hant-TW', 'zh'],
    ['English where none of the wishes can be met', undefined, 'nl, sv', 'en'],
    ['English for a browser that says nothing', undefined, null, 'en'],
    ['not what was refused by weight 0', undefined, 'de;q=0, ko;q=0.1', 'ko'],
    ['nothing from a cookie that somebody made up', 'xx', 'ru', 'ru'],
    ['an answer to a broken header', undefined, ';;q=,,=;', 'en'],
  ])('is %s', (_what, chosen, header, locale) => {
    expect(localeFor(chosen, header)).toBe(locale);
  });
});

describe('a language', () => {
  const translated = [...LOCALES].filter((locale) => locale !== 'en').sort();

  it('is a catalog and a line in locales.ts', () => {
    const files = readdirSync('lib/i18n/catalogs').map((file) => file.replace('.json', ''));
    expect(files.sort()).toEqual(translated);
  });
});
