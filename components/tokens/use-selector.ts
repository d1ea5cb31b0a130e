'use client';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { WireToken } from '../../lib/api/schemas/tokens.ts';
import { CHAIN_LIST } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { assetIdKey, sameAssetId } from '../../lib/domain/split-asset.ts';
import { useEmbedding } from '../embed/embedding.tsx';
import { offersAsset, offersChain } from '../embed/offers.ts';
import { tokenChains } from './address-shape.ts';
import { createTokenIndex, type TokenIndex } from './token-index.ts';
import type { FactsOf } from './token-list.tsx';
import { foundSections, type Holding, holdings, isSmall, layoutOf, sectionsOf } from './token-sections.ts';
import { loadWholeList } from './token-store.ts';
import { useAddressLookup } from './use-address-lookup.ts';
import { type KnownChainStates, useChainStates } from './use-chain-states.ts';
import { useRemembered } from './use-remembered.ts';
import type { TokenBook } from './use-tokens.ts';

export type SelectorInput = {
  book: TokenBook;
  selected: string;
  other: string;
  /** Decimal balances by lower-case asset, where known. */
  balances?: ReadonlyMap<string, string> | undefined;
};

type FactsInput = Pick<SelectorInput, 'selected' | 'other'> & {
  index: TokenIndex;
  held: ReadonlyMap<string, Holding>;
  pinned: readonly string[];
};

function useFacts({ index, held, pinned, selected, other }: FactsInput): FactsOf {
  const pins = useMemo(() => new Set(pinned.map(assetIdKey)), [pinned]);
  return useCallback(
    (token) => ({
      token,
      holding: held.get(assetIdKey(token.asset)),
      selected: sameAssetId(token.asset, selected),
      other: sameAssetId(token.asset, other),
      duplicate: index.isDuplicate(token),
      pinned: pins.has(assetIdKey(token.asset)),
    }),
    [held, selected, other, index, pins],
  );
}

/** The state of the token selector: its query, filters and the rows they give. */
export function useSelector({ book, selected, other, balances }: SelectorInput) {
  const [query, setQuery] = useState('');
  const [chain, setChain] = useState<ChainId>();
  const [active, setActive] = useState(0);
  const [hideSmall, setHideSmall] = useState(false);
  const states = useChainStates();
  const pinned = useRemembered('pinned');
  const recent = useRemembered('recent');
  useEffect(loadWholeList, []);
  const { tokens } = book;
  const { options } = useEmbedding();
  const index = useMemo(() => createTokenIndex(tokens), [tokens]);
  useEffect(() => {
    // Runs a first search while idle: it joins the texts and warms up the code before the user types.
    const idle = globalThis.requestIdleCallback?.(() => index.search('e', undefined));
    return () => {
      if (idle !== undefined) cancelIdleCallback(idle);
    };
  }, [index]);
  const wealth = useMemo(() => holdings(index.tokens, balances), [index, balances]);

  const isAddress = tokenChains(query).length > 0;
  const listed = isAddress && index.atAddress(query).some((token) => chain === undefined || token.chain === chain);
  const settled = book.whole === 'ready' || book.whole === 'failed';
  const lookup = useAddressLookup(isAddress && settled && !listed ? query : undefined, chain);

  const shown = useCallback((id: string) => offersAsset(options, id), [options]);
  // Memoised, because it goes through the whole list; returning to an empty field reuses it.
  const unsearched = useMemo(() => {
    const known = (ids: readonly string[]) => ids.filter(shown).flatMap((id) => book.find(id) ?? []);
    const { held, own } = wealth;
    return layoutOf(sectionsOf({ index, chain, pinned: known(pinned), recent: known(recent), held, own, hideSmall }));
  }, [book, index, chain, pinned, recent, wealth, hideSmall, shown]);
  const layout = useMemo(() => {
    if (query.trim() === '') return unsearched;
    const onChain = lookup.found.filter(({ asset }) => shown(asset));
    return layoutOf(foundSections({ index, query, chain, own: wealth.own, onChain }));
  }, [unsearched, index, query, chain, wealth, lookup.found, shown]);

  const factsOf = useFacts({ index, held: wealth.held, pinned, selected, other });
  /** Wraps a setter that changes what is shown: the mark goes back to the first option. */
  const afresh =
    <V>(set: (value: V) => void) =>
    (value: V) => {
      set(value);
      setActive(0);
    };
  return {
    query,
    setQuery: afresh(setQuery),
    chain,
    setChain: useCallback((next: ChainId | undefined) => {
      setChain(next);
      setActive(0);
    }, []),
    active: Math.min(active, Math.max(0, layout.optionCount - 1)),
    setActive,
    hideSmall,
    setHideSmall: afresh(setHideSmall),
    hasSmall: wealth.own.some((token) => isSmall(wealth.held.get(assetIdKey(token.asset)))),
    chains: useMemo(
      () => chainsShown(index.chains, states).filter((one) => offersChain(options, one)),
      [index, states, options],
    ),
    states,
    index,
    layout,
    factsOf,
    lookup,
    settled,
  };
}
export type Selector = ReturnType<typeof useSelector>;

/** The chains with tokens, ordered by their most popular one, followed by chains on which trading is paused. */
function chainsShown(listed: readonly ChainId[], states: KnownChainStates): ChainId[] {
  const still = CHAIN_LIST.filter(({ id }) => states.get(id)?.paused && !listed.includes(id));
  return [...listed, ...still.map(({ id }) => id)];
}

/** Whether a verified token of the same chain has the same symbol. */
export const hasNamesake = (index: Selector['index'], token: WireToken): boolean =>
  index
    .listed(token.chain)
    .some((one) => one.symbol.toLowerCase() === token.symbol.toLowerCase() && one.asset !== token.asset);
