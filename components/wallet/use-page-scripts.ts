'use client';
import { useCallback, useEffect, useRef } from 'react';
import { pause } from '../../lib/domain/waiting.ts';
import { rememberedAccounts } from '../../lib/wallet/remembered.ts';
import { recall } from '../../lib/wallet/storage.ts';

/** Fired on the window when a script that adds wallets has run. */
export const WALLETS_CAME = 'portage:wallets';

/** The longest that a script that neither loads nor fails is waited for. */
const LONGEST_WAIT_MS = 3000;

let arriving: Promise<unknown> = Promise.resolve();

/** Resolves when the scripts that were asked for have run, failed or taken too long. */
export const scriptsArrived = (): Promise<unknown> => arriving;

function append(src: string): Promise<unknown> {
  const script = document.createElement('script');
  script.src = src;
  const ended = new Promise((resolve) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', resolve);
  });
  script.addEventListener('load', () => window.dispatchEvent(new Event(WALLETS_CAME)));
  document.head.append(script);
  return Promise.race([ended, pause(LONGEST_WAIT_MS)]);
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
      arriving = Promise.all([arriving, append(src)]);
    }
  }, [key]);
  useEffect(() => {
    if (recall('evm') === true || rememberedAccounts().length > 0) load();
  }, [load]);
  return load;
}
