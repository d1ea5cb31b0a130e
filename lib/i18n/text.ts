/**
 * Translates the page's texts. The English sentence is in the code and is its own key; a text that a catalog lacks is
 * shown in English. Own code, because it takes 1 kB where libraries take 3 to 15: `Intl` provides plural rules, numbers
 * and dates.
 */
import { listFormat, numberFormat, pluralRules } from './formatters.ts';
import { directionOf, intlTag, type Locale } from './locales.ts';

/** One form for each plural category (CLDR) of the language; always with `other`. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Translations by `messageKey` of the English text; for a plural, of its `other`. */
export type Catalog = Readonly<Record<string, string | PluralForms>>;

declare global {
  /** On the server all catalogs, in the browser the one in use; see components/ui/text.tsx. */
  var portageCatalogs: Partial<Record<Locale, Catalog>> | undefined;
  /** On the server: the deployment's own name, if it has one. */
  var portageBrand: string | undefined;
}

/** The name that texts of every language contain, and that a deployment's own name replaces. */
const OWN_NAME = 'Portage';

export type Values = Readonly<Record<string, string | number>>;

export type Text = {
  /** Replaces `{name}` in the message by `values.name`; numbers follow the language's rules. */
  (message: string, values?: Values): string;
  /** Chooses the plural form for `n`, which is also the value `{n}`. */
  count(n: number, forms: { one: string; other: string }, values?: Values): string;
  /** Formats a list within a sentence: "A, B and C". */
  list(items: readonly string[], type?: 'conjunction' | 'disjunction'): string;
  locale: Locale;
  /** The locale for `Intl` and for components/ui/format. */
  tag: string;
  dir: 'ltr' | 'rtl';
};

/** Marks an English text in a table for translation; `t(table[key])` translates it. */
export const msg = (message: string): string => message;

/** A short, stable key of an English text: FNV-1a over UTF-16 units, 64 bits as two halves. */
export function messageKey(message: string): string {
  let a = 0x811c9dc5;
  let b = 0xcbf29ce4;
  for (let i = 0; i < message.length; i += 1) {
    const unit = message.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x01000197) ^ (a >>> 15);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}

/** A placeholder, and the full stop after it. An amount followed by its symbol counts as one value. */
const PLACEHOLDERS = /\{(\w+)\}(?: \{(symbol)\})?(\.?)/g;

/**
 * Fills in the values. In right-to-left texts each value keeps its own direction (Unicode's first strong isolate), so
 * that "$12.50" or an address stays in one piece, and an amount stands left of its symbol, as everywhere (left-to-right
 * isolate around both). After a value that ends with a full stop, such as an abbreviation, none follows.
 */
function filled(message: string, values: Values | undefined, tag: string, isolates: boolean): string {
  if (values === undefined) return message;
  const written = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === 'number' ? numberFormat(tag).format(value) : value;
  };
  return message.replace(PLACEHOLDERS, (whole, name: string, symbol: string | undefined, stop: string) => {
    const value = written(name);
    const unit = symbol === undefined ? undefined : written(symbol);
    if (value === undefined) return whole;
    const text = symbol === undefined ? value : `${value} ${unit ?? `{${symbol}}`}`;
    const isolated = isolates ? `${symbol === undefined ? '\u2068' : '\u2066'}${text}\u2069` : text;
    return text.endsWith('.') ? isolated : isolated + stop;
  });
}

/**
 * @param catalog translations of this locale; none for English.
 * @param brand the deployment's own name, which replaces Portage's.
 */
export function createText(locale: Locale, catalog: Catalog = {}, brand = globalThis.portageBrand ?? OWN_NAME): Text {
  const tag = intlTag(locale);
  const isolates = directionOf(locale) === 'rtl';
  const named = (message: string): string => (brand === OWN_NAME ? message : message.replaceAll(OWN_NAME, () => brand));
  const translated = (message: string, values?: Values): string => {
    const found = catalog[messageKey(message)];
    return filled(
      named(found === undefined ? message : typeof found === 'string' ? found : found.other),
      values,
      tag,
      isolates,
    );
  };
  return Object.assign(translated, {
    count(n: number, forms: { one: string; other: string }, values?: Values): string {
      const found = catalog[messageKey(forms.other)];
      const plural: PluralForms = found === undefined ? forms : typeof found === 'string' ? { other: found } : found;
      const rule = pluralRules(found === undefined ? 'en' : tag).select(n);
      return filled(named(plural[rule] ?? plural.other), { n, ...values }, tag, isolates);
    },
    list: (items: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction') =>
      // Isolates of UAX #9, so that names from left to right keep their order in a sentence from right to left.
      listFormat(tag, { type }).format(isolates ? items.map((item) => `\u2068${item}\u2069`) : items),
    locale,
    tag,
    dir: directionOf(locale),
  });
}
