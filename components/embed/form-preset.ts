/** Derives the form's values from the embed's options. Pure. */
import type { EmbedOptions } from '../../lib/api/embed/read-options.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import type { Pair } from '../../lib/domain/pair.ts';
import { sameAssetId } from '../../lib/domain/split-asset.ts';
import { offersAsset } from './offers.ts';

/** `amount` is a plain decimal. */
export type FormPreset = {
  sell?: string | undefined;
  buy?: string | undefined;
  amount?: string | undefined;
  to?: string | undefined;
  from?: string | undefined;
  slippage?: number | undefined;
};

/** The options that concern the form. */
export function presetOf({ sell, buy, amount, to, from, slippage }: EmbedOptions): FormPreset {
  const given: [string, string | number | undefined][] = [
    ['sell', sell],
    ['buy', buy],
    ['amount', amount],
    ['to', to],
    ['from', from],
    ['slippage', slippage],
  ];
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/**
 * The form values that differ between two sets of options: what the user has typed stays, unless the host changed that
 * very value.
 */
export function changedPreset(before: EmbedOptions, after: EmbedOptions): FormPreset | undefined {
  const old: Record<string, unknown> = presetOf(before);
  const changed = Object.entries(presetOf(after)).filter(([name, value]) => old[name] !== value);
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}

/** The assets to choose a pair from when the options name none, in order of preference. */
const candidates = ({ tokens = [], chains = [] }: EmbedOptions, first: Pair): string[] => [
  first.sell,
  first.buy,
  ...tokens,
  ...chains.map((chain) => `${chain}.${CHAINS[chain].native.symbol}`),
  ...Object.values(CHAINS).flatMap((chain) => (chain.tradable ? [`${chain.id}.${chain.native.symbol}`] : [])),
];

/** Both sides of the form, chosen so that a frame with a restricted offer opens with assets that it offers. */
export function sidesOf(options: EmbedOptions, first: Pair): Pair {
  const offered = candidates(options, first).filter((asset) => offersAsset(options, asset));
  const other = (than: string | undefined) => offered.find((asset) => than === undefined || !sameAssetId(asset, than));
  const sell = options.sell ?? other(options.buy) ?? first.sell;
  return { sell, buy: options.buy ?? other(sell) ?? first.buy };
}

/**
 * The query string from which an embed's form is read.
 * @param search the page's query, which may hold a chosen route or a value.
 * @param first the deployment's pair, used when the options name none.
 */
export function formSearch(options: EmbedOptions, search: string, first: Pair): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...presetOf(options), ...sidesOf(options, first) }))
    query.set(name, String(value));
  const given = new URLSearchParams(search);
  for (const name of ['route', 'value']) {
    const value = given.get(name);
    if (value) query.set(name, value);
  }
  return `?${query}`;
}
