/** Compares one language's catalog with the messages of the code. */
import type { Catalog, PluralForms } from '../../lib/i18n/text.ts';
import type { Message } from './find-texts.ts';

const sorted = (found: IterableIterator<RegExpMatchArray>): string =>
  [...new Set([...found].map(([, name]) => name))].sort().join(', ');
const placeholders = (text: string): string => sorted(text.matchAll(/\{(\w+)\}/g));
/** The paired tags of a text, as `Rich` parses them. */
const tags = (text: string): string =>
  [...text.matchAll(/<(\w+)>.*?<\/\1>/g)]
    .map(([, name]) => name)
    .sort()
    .join(', ');

const quoted = (message: string) => `"${message.length > 70 ? `${message.slice(0, 70)}…` : message}"`;

function textFaults(message: string, translation: string, mayOmitNumber = false): string[] {
  const faults: string[] = [];
  const wanted = placeholders(message);
  const given = placeholders(translation);
  const without = (text: string) => text.replace(/\bn\b(, )?/, '').replace(/, $/, '');
  if (wanted !== given && !(mayOmitNumber && without(wanted) === given))
    faults.push(`${quoted(message)} has {${wanted}}, its translation {${given}}`);
  if (tags(message) !== tags(translation))
    faults.push(`${quoted(message)} has the tags <${tags(message)}>, its translation <${tags(translation)}>`);
  if (translation.trim() === '') faults.push(`${quoted(message)} has an empty translation`);
  else if (translation !== translation.trim() && message === message.trim())
    faults.push(`${quoted(message)}: its translation begins or ends with a space`);
  return faults;
}

function pluralFaults(tag: string, message: string, forms: string | PluralForms): string[] {
  const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
  if (typeof forms === 'string')
    return pluralCategories.length === 1
      ? textFaults(message, forms)
      : [`${quoted(message)} wants the plural forms ${pluralCategories.join(', ')}`];
  const missing = pluralCategories.filter((category) => forms[category] === undefined);
  const extra = Object.keys(forms).filter((category) => !pluralCategories.some((known) => known === category));
  return [
    ...(missing.length > 0 ? [`${quoted(message)} lacks the plural forms ${missing.join(', ')}`] : []),
    ...(extra.length > 0 ? [`${quoted(message)} has plural forms that the language has not: ${extra.join(', ')}`] : []),
    // "one route" and "two routes" may be written without a figure.
    ...Object.entries(forms).flatMap(([category, text]) =>
      textFaults(message, text, ['zero', 'one', 'two'].includes(category)),
    ),
  ];
}

/** Returns one line for each fault. @param tag locale for `Intl`. @param catalog keyed by the English text. */
export function catalogFaults(tag: string, catalog: Catalog, messages: readonly Message[]): string[] {
  const known = new Set(messages.map(({ message }) => message));
  const faults = Object.keys(catalog)
    .filter((message) => !known.has(message))
    .map((message) => `left over: ${quoted(message)}`);
  for (const { message, one } of messages) {
    const translation = catalog[message];
    if (translation === undefined) faults.push(`missing: ${quoted(message)}`);
    else if (one !== undefined) faults.push(...pluralFaults(tag, message, translation));
    else if (typeof translation !== 'string') faults.push(`${quoted(message)} is no plural`);
    else faults.push(...textFaults(message, translation));
  }
  return faults;
}
