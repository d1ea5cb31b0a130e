import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogOfFile, catalogScript } from './catalog-script.ts';
import { LOCALES } from './locales.ts';
import { type Catalog, createText, messageKey } from './text.ts';

const russian: Catalog = {
  [messageKey('Enter an amount')]: 'Введите сумму',
  [messageKey('Keep {amount} {symbol}')]: 'Оставьте {symbol}: {amount}',
  [messageKey('{n} routes')]: { one: '{n} путь', few: '{n} пути', many: '{n} путей', other: '{n} пути' },
};

describe('a deployment’s own name', () => {
  const catalog: Catalog = { [messageKey('Nobody from Portage asks.')]: 'Niemand von Portage fragt, {name}.' };

  it('replaces Portage’s in every language, and nowhere in values', () => {
    expect(createText('en', {}, 'Ferry & $& Co')('Nobody from Portage asks.')).toBe('Nobody from Ferry & $& Co asks.');
    expect(createText('de', catalog, 'Ferry')('Nobody from Portage asks.', { name: 'Portage' })).toBe(
      'Niemand von Ferry fragt, Portage.',
    );
    expect(createText('de', catalog)('Nobody from Portage asks.', { name: 'x' })).toBe('Niemand von Portage fragt, x.');
  });
});

describe('a text', () => {
  it('is translated where there is a translation, and English elsewhere', () => {
    const t = createText('ru', russian);
    expect(t('Enter an amount')).toBe('Введите сумму');
    expect(t('Swap sides')).toBe('Swap sides');
  });

  it('places its values in the order of the language, and shows a gap for a missing one', () => {
    const t = createText('ru', russian);
    expect(t('Keep {amount} {symbol}', { amount: '0.1', symbol: 'ETH' })).toBe('Оставьте ETH: 0.1');
    expect(createText('en')('Keep {amount} {symbol}', { amount: '0.1' })).toBe('Keep 0.1 {symbol}');
  });

  it('inserts values unchanged: no value can add a placeholder or a pattern of its own', () => {
    expect(createText('en')('{a} and {b}', { a: '{b} $& $1', b: 'x' })).toBe('{b} $& $1 and x');
  });

  it.each([
    [1, '1 путь'],
    [3, '3 пути'],
    [5, '5 путей'],
    [21, '21 путь'],
  ])('counts %d in the language’s own plural forms', (n, text) => {
    expect(createText('ru', russian).count(n, { one: '{n} route', other: '{n} routes' })).toBe(text);
  });

  it('ends with one full stop, also after an abbreviation', () => {
    const t = createText('de');
    expect(t('Nothing in {time}.', { time: '6 Sek.' })).toBe('Nothing in 6 Sek.');
    expect(t('Nothing in {time}.', { time: '6 Std' })).toBe('Nothing in 6 Std.');
    expect(createText('ar')('In {time}.', { time: '6 ث.' })).toBe('In \u20686 ث.\u2069');
  });

  it('counts in English by English rules where a plural is not translated', () => {
    const t = createText('ja');
    expect(t.count(1, { one: '{n} swap', other: '{n} swaps' })).toBe('1 swap');
    expect(t.count(2, { one: '{n} swap', other: '{n} swaps' })).toBe('2 swaps');
  });

  it('formats lists as the language does', () => {
    expect(createText('de').list(['A', 'B', 'C'])).toBe('A, B und C');
    expect(createText('en').list(['A', 'B'], 'disjunction')).toBe('A or B');
  });
});

describe('the script of a catalog', () => {
  it('is cached for good under a name of its own content, and never has the wrong language', () => {
    for (const locale of LOCALES.filter((each) => each !== 'en')) {
      const script = catalogScript(locale);
      expect(script?.file).toMatch(new RegExp(`^${locale}-[\\w-]{10}\\.js$`));
      expect(catalogOfFile(script?.file ?? '')).toEqual({ body: script?.body, current: true });
      expect(catalogOfFile(`${locale}-0123456789.js`)?.current).toBe(false);
      expect(script?.body).toContain(`["${locale}"]=`);
    }
    expect(catalogScript('en')).toBeUndefined();
    expect(catalogOfFile('../secret.js')).toBeUndefined();
  });

  it('keeps a value in one piece within a right-to-left sentence', () => {
    expect(createText('ar')('Sell {amount}', { amount: '$12.50' })).toBe('Sell \u2068$12.50\u2069');
    expect(createText('de')('Sell {amount}', { amount: '$12.50' })).toBe('Sell $12.50');
  });
  it('keeps an amount left of its symbol within a right-to-left sentence', () => {
    const values = { amount: '30', symbol: 'ATOM' };
    expect(createText('ar')('Sell {amount} {symbol}', values)).toBe('Sell \u206630 ATOM\u2069');
    expect(createText('en')('Sell {amount} {symbol}', values)).toBe('Sell 30 ATOM');
    expect(createText('en')('Sell {amount} {symbol}', { amount: '30' })).toBe('Sell 30 {symbol}');
  });
});

it('no text of the page calls a route the best: it names the advantage', () => {
  const folder = new URL('./catalogs/', import.meta.url);
  const keys = readdirSync(folder).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Catalog),
  );
  expect(keys.length).toBeGreaterThan(1000);
  expect(keys.filter((key) => /\bbest\b/i.test(key))).toEqual([]);
});
