'use client';
import { useMemo, useSyncExternalStore } from 'react';
import { useEmbedding } from '../embed/embedding.tsx';
import { offersAsset, restrictsAssets } from '../embed/offers.ts';
import { currentBook, emptyBook, subscribe, type TokenBook } from './token-store.ts';

export type { TokenBook } from './token-store.ts';

/**
 * The tokens that can be swapped, loaded as far as needed (see `TokenBook`). When a refresh fails, the last list stays.
 */
export function useTokens(): TokenBook {
  const book = useSyncExternalStore(subscribe, currentBook, emptyBook);
  const { options } = useEmbedding();
  return useMemo(
    () =>
      restrictsAssets(options)
        ? { ...book, tokens: book.tokens.filter(({ asset }) => offersAsset(options, asset)) }
        : book,
    [book, options],
  );
}
