'use client';
import { useMemo } from 'react';
import type { WireToken } from '../../lib/api/schemas/tokens.ts';
import { byPopularity } from '../../lib/domain/popular-assets.ts';
import { useRemembered } from './use-remembered.ts';
import type { TokenBook } from './use-tokens.ts';

/** All tokens, ordered by how likely the user holds them: pinned and recent ones, then by popularity. */
export function useLikelyHeld(book: TokenBook): readonly WireToken[] {
  const pinned = useRemembered('pinned');
  const recent = useRemembered('recent');
  return useMemo(() => {
    const known = [...pinned, ...recent].flatMap((id) => book.find(id) ?? []);
    return [...new Set([...known, ...byPopularity(book.tokens, ({ asset }) => asset)])];
  }, [book, pinned, recent]);
}
