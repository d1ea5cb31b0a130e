'use client';
import { useCallback, useEffect, useRef } from 'react';
import { rememberedAccounts } from '../../lib/wallet/remembered.ts';
import { recall } from '../../lib/wallet/storage.ts';

/** Fired on the window when a script that adds wallets has run. */
export const WALLETS_CAME = 'portage:wallets';

function append(src: string): void {
  const script = document.createElement('script');
  script.src = src;
  script.addEventListener('load', () => window.dispatchEvent(new Event(WALLETS_CAME)));
  document.head.append(script);
}

/**
 * Loads the network's scripts that add wallets, once, when a wallet is needed: at once where one was connected before.
 * @param sources their addresses.
 */
export function usePageScripts(sources: readonly string[]): () => void {
  const loaded = useRef(new Set<string>());
  const key = sources.join(' ');
  const load = useCallback(() => {
    for (const src of key.split(' ')) {
      if (src === '' || loaded.current.has(src)) continue;
      loaded.current.add(src);
      append(src);
    }
  }, [key]);
  useEffect(() => {
    if (recall('evm') === true || rememberedAccounts().length > 0) load();
  }, [load]);
  return load;
}
