/** Filters the browser's swaps by state, asset, chain and any text that belongs to them. */
import { chainOfAsset, symbolOf } from '../tracking/track-selectors.ts';
import { isOver, isRunning, type SavedSwap } from './saved-swaps.ts';

export const STATES = ['all', 'running', 'needsYou', 'done', 'back'] as const;
export type StateFilter = (typeof STATES)[number];
export type SwapFilter = {
  state: StateFilter;
  /** Symbol; '' for any. */
  asset: string;
  /** Identifier; '' for any. */
  chain: string;
  text: string;
};
export const NO_FILTER: SwapFilter = { state: 'all', asset: '', chain: '', text: '' };

const needsYou = (swap: SavedSwap): boolean => swap.needsYou === true && !isOver(swap) && !swap.gone;

/** @param now Unix milliseconds. */
export function isInState(swap: SavedSwap, state: StateFilter, now: number): boolean {
  switch (state) {
    case 'all':
      return true;
    case 'running':
      return isRunning(swap, now) && !needsYou(swap);
    case 'needsYou':
      return needsYou(swap);
    case 'done':
      return swap.status === 'completed';
    case 'back':
      return swap.status === 'refunded' || swap.status === 'failed' || (swap.status === 'completed' && !!swap.refund);
  }
}

/** The symbols and chains at both ends of a swap, and of its refund. */
const endsOf = ({ route, refund }: SavedSwap): { symbols: string[]; chains: string[] } => {
  const assets = [route.sellAsset, route.buyAsset, ...(refund?.asset ? [refund.asset] : [])];
  return { symbols: assets.map(symbolOf), chains: assets.map((asset) => chainOfAsset(asset) ?? '') };
};

/** The searchable texts of a swap, in lower case. */
const haystack = (swap: SavedSwap): string =>
  [
    swap.quoteId,
    swap.hash,
    swap.route.sellAsset,
    swap.route.buyAsset,
    swap.route.sellAmount,
    swap.route.destinationAddress,
    swap.paid?.hash,
    swap.paid?.address,
    swap.paid?.amount,
    swap.refund?.hash,
    swap.refund?.address,
    ...swap.route.providers,
  ]
    .join(' ')
    .toLowerCase();

/** Keeps the order; a swap must contain every word of the text. */
export function filterSwaps(swaps: readonly SavedSwap[], filter: SwapFilter, now: number): SavedSwap[] {
  const terms = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return swaps.filter((swap) => {
    if (!isInState(swap, filter.state, now)) return false;
    const { symbols, chains } = endsOf(swap);
    if (filter.asset && !symbols.includes(filter.asset)) return false;
    if (filter.chain && !chains.includes(filter.chain)) return false;
    const hay = terms.length > 0 ? haystack(swap) : '';
    return terms.every((term) => hay.includes(term));
  });
}

/** The symbols and chains to filter by, sorted. */
export function choicesOf(swaps: readonly SavedSwap[]): { assets: string[]; chains: string[] } {
  const ends = swaps.map(endsOf);
  const distinct = (values: string[]) => [...new Set(values)].filter(Boolean).sort();
  return {
    assets: distinct(ends.flatMap(({ symbols }) => symbols)),
    chains: distinct(ends.flatMap(({ chains }) => chains)),
  };
}
