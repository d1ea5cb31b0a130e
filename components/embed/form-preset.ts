/** The form's values as the embed's options give them. Pure. */
import type { EmbedOptions } from '../../lib/api/embed/read-options.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { sameAssetId } from '../../lib/domain/asset-parts.ts';
import type { Pair } from '../../lib/domain/pair.ts';
import { offersAsset } from './offers.ts';

/** `amount` plain decimal. */
export type FormPreset = {
  sell?: string | undefined;
  buy?: string | undefined;
  amount?: string | undefined;
  to?: string | undefined;
  from?: string | undefined;
  slippage?: number | undefined;
};

/** What the options say of the form, and nothing else. */
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

/** What newer options say otherwise than those before: what a person has typed stays, unless the host changed that very value. */
export function changedPreset(before: EmbedOptions, after: EmbedOptions): FormPreset | undefined {
  const old: Record<string, unknown> = presetOf(before);
  const changed = Object.entries(presetOf(after)).filter(([name, value]) => old[name] !== value);
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}

/** What the page sells and buys where nobody says: the first two of these that the host offers. */
const candidates = ({ tokens = [], chains = [] }: EmbedOptions, first: Pair): string[] => [
  first.sell,
  first.buy,
  ...tokens,
  ...chains.map((chain) => `${chain}.${CHAINS[chain].native.symbol}`),
  ...Object.values(CHAINS).flatMap((chain) => (chain.tradable ? [`${chain.id}.${chain.native.symbol}`] : [])),
];

/** Both sides, so that a frame that offers little does not open with what it does not offer. */
export function sidesOf(options: EmbedOptions, first: Pair): Pair {
  const offered = candidates(options, first).filter((asset) => offersAsset(options, asset));
  const other = (than: string | undefined) => offered.find((asset) => than === undefined || !sameAssetId(asset, than));
  const sell = options.sell ?? other(options.buy) ?? first.sell;
  return { sell, buy: options.buy ?? other(sell) ?? first.buy };
}

/**
 * The query that the form of an embed is read from.
 * @param search of the page: a choice of route, or a value, stands there.
 * @param first what the deployment sells and buys where nobody says.
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
