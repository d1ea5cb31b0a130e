'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { WireToken } from '../../lib/api/schemas/tokens.ts';
import { api } from '../ui/api.ts';

export type TokenBook = {
  tokens: readonly WireToken[];
  find(asset: string): WireToken | undefined;
  /** Every provider that lists something. */
  providers: ReadonlySet<string>;
  phase: 'loading' | 'ready' | 'failed';
  retry(): void;
};

/** Everything that can be swapped now. A list that cannot be refreshed keeps the last one. */
export function useTokens(): TokenBook {
  const { data, status, refetch } = useQuery({
    queryKey: ['tokens'],
    queryFn: ({ signal }) => api.tokens({}, { signal }),
    staleTime: 60_000,
  });
  return useMemo(() => {
    const tokens = data?.tokens ?? [];
    const byKey = new Map(tokens.map((token) => [token.asset.toLowerCase(), token]));
    return {
      tokens,
      find: (asset) => byKey.get(asset.toLowerCase()),
      providers: new Set(tokens.flatMap((token) => token.providers)),
      phase: data ? 'ready' : status === 'error' ? 'failed' : 'loading',
      retry: () => void refetch(),
    };
  }, [data, status, refetch]);
}
