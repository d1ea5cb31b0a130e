'use client';
import { useEffect, useState } from 'react';
import type { WireToken } from '../../lib/api/schemas/tokens.ts';
import { api } from '../ui/api.ts';

export type Listed = { decimals: number; verified: boolean };
/** Tokens by identifier in lower case; absent ones are not listed. Undefined until the list has answered. */
export type ListedAssets = Readonly<Record<string, Listed>>;

const entry = ({ asset, decimals, verified }: WireToken): [string, Listed] => [
  asset.toLowerCase(),
  { decimals, verified: verified !== false },
];

/** What the token list says about these assets. A list that is unavailable says nothing. */
export function useListed(assets: readonly string[]): ListedAssets | undefined {
  const key = assets.join(',');
  const [listed, setListed] = useState<ListedAssets>();
  useEffect(() => {
    const abort = new AbortController();
    api
      .tokens({ assets: key }, { signal: abort.signal })
      .then(({ tokens }) => setListed(Object.fromEntries(tokens.map(entry))))
      .catch(() => undefined);
    return () => abort.abort();
  }, [key]);
  return listed;
}
