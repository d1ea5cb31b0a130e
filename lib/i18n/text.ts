/**
 * The page's words in the reader's language. The English sentence stands in the code and is its own key; what a
 * catalog does not have is shown in English. Own code, because it is 1 kB where libraries are 3 to 15: plural rules,
 * numbers and dates are `Intl`'s.
 */
import { directionOf, intlTag, type Locale } from './locales.ts';

/** A plural form for each category that the language has (CLDR); `other` always. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** By `messageKey` of the English text (of a plural: of its `other`). */
export type Catalog = Readonly<Record<string, string | PluralForms>>;

declare global {
  /** On the server all catalogs, in the browser the one in use; see components/ui/text.tsx. */
  var portageCatalogs: Partial<Record<Locale, Catalog>> | undefined;
  /** On the server: the deployment's own name, where it has one. */
  var portageBrand: string | undefined;
}

/** Stands in the texts of every language as it is, and gives way to a deployment's own name. */
const OWN_NAME = 'Portage';

export type Values = Readonly<Record<string, string | number>>;

export type Text = {
  /** `{name}` in the message is replaced by `values.name`; numbers are written by the language's rules. */
  (message: string, values?: Values): string;
  /** Chooses the form for `n`, which is also the value `{n}`. */
  count(n: number, forms: { one: string; other: string }, values?: Values): string;
  /** A list in a sentence: "A, B and C". */
  list(items: readonly string[], type?: 'conjunction' | 'disjunction'): string;
  locale: Locale;
  /** For `Intl` and for components/ui/format. */
  tag: string;
  dir: 'ltr' | 'rtl';
};

/** Marks an English text in a table, so that it is found for translation; `t(table[key])` translates it. */
export const msg = (message: string): string => message;

/** Short, stable key of an English text: FNV-1a over UTF-16 units, in 64 bits as two halves. */
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

/** A placeholder; an amount with the symbol behind it is one value to the eye. */
const PLACES = /\{(\w+)\}(?: \{(symbol)\})?/g;

/**
 * In a text that runs from right to left each value keeps its own direction (Unicode's first strong isolate), so that
 * "$12.50" or an address is never torn apart, and an amount stands on the left of its symbol, as everywhere
 * (left-to-right isolate around both).
 */
function filled(message: string, values: Values | undefined, tag: string, isolates: boolean): string {
  if (values === undefined) return message;
  const written = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === 'number' ? new Intl.NumberFormat(tag).format(value) : value;
  };
  return message.replace(PLACES, (whole, name: string, symbol: string | undefined) => {
    const value = written(name);
    const unit = symbol === undefined ? undefined : written(symbol);
    if (value === undefined) return whole;
    if (symbol === undefined) return isolates ? `\u2068${value}\u2069` : value;
    const both = `${value} ${unit ?? `{${symbol}}`}`;
    return isolates ? `\u2066${both}\u2069` : both;
  });
}

/**
 * @param catalog translations of this locale; none for English.
 * @param brand the deployment's own name, which stands in place of Portage's.
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
      const rule = new Intl.PluralRules(found === undefined ? 'en' : tag).select(n);
      return filled(named(plural[rule] ?? plural.other), { n, ...values }, tag, isolates);
    },
    list: (items: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction') =>
      new Intl.ListFormat(tag, { type }).format(items),
    locale,
    tag,
    dir: directionOf(locale),
  });
}
