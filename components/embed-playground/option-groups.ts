/** Sorts the embed's options into the playground's groups; an option in none of them appears under "More". */
import { OPTION_NAMES, type OptionName } from '../../lib/api/embed/option-list.ts';
import { readOptionsFromUrl } from '../../lib/api/embed/read-options.ts';

/** Options as texts of a query string, in which the playground keeps and shares them. */
export type OptionTexts = Readonly<Partial<Record<OptionName, string>>>;

const DEALT: Readonly<Record<string, readonly OptionName[]>> = {
  'The swap': ['sell', 'buy', 'amount', 'to', 'from', 'lock'],
  'What is offered': ['chains', 'hideChains', 'tokens', 'hideTokens', 'providers', 'hideProviders'],
  'Limits and fee': ['slippage', 'maxSlippage', 'maxPriceImpact', 'affiliate', 'affiliateFee'],
  Look: ['theme', 'accent', 'background', 'text', 'radius', 'font', 'layout', 'language', 'hide'],
};

export type OptionGroup = { title: string; names: readonly OptionName[] };

export const optionGroups = (): OptionGroup[] => {
  const dealt = Object.values(DEALT).flat();
  const more = OPTION_NAMES.filter((name) => !dealt.includes(name));
  return [
    ...Object.entries(DEALT).map(([title, names]) => ({ title, names })),
    ...(more.length > 0 ? [{ title: 'More', names: more }] : []),
  ];
};

/** The options in a query string; other parameters are ignored. */
export function textsOf(search: string): OptionTexts {
  const query = new URLSearchParams(search);
  return Object.fromEntries(OPTION_NAMES.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])));
}

const queryOf = (texts: OptionTexts): string =>
  String(new URLSearchParams(OPTION_NAMES.flatMap((name) => (texts[name] ? [[name, texts[name]]] : []))));

/** The query string, '' or '?…', that opens the playground in this state. */
export function playgroundQuery(texts: OptionTexts, embedId: string): string {
  const query = new URLSearchParams(queryOf(texts));
  if (embedId) query.set('embedId', embedId);
  const text = String(query);
  return text && `?${text}`;
}

/** The valid options for the frame, and a sentence for each invalid one. */
export function readTexts(texts: OptionTexts) {
  const { options, faults } = readOptionsFromUrl(queryOf(texts));
  return { options, faults: new Map(faults.map(({ option, message }) => [option, message])) };
}
