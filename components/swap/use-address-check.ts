'use client';
import { useSyncExternalStore } from 'react';
import type { AddressCheck } from '../../lib/chains/address.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { useNetwork } from '../ui/network.tsx';

type Rules = typeof import('../../lib/chains/address.ts');

let rules: Rules | undefined;
let isLoading = false;
const listeners = new Set<() => void>();

/** The address rules carry the hash functions and curves of every chain, so they load with the first address. */
function load(): void {
  if (isLoading || rules) return;
  isLoading = true;
  import('../../lib/chains/address.ts')
    .then((module) => {
      rules = module;
      for (const listener of listeners) listener();
    })
    // The load failed, offline for instance; the next address tries again.
    .catch(() => undefined)
    .finally(() => {
      isLoading = false;
    });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  load();
  return () => listeners.delete(listener);
}
const never = () => () => {};

/** The check of an address against a chain's rules; undefined without text and while the rules are loading. */
export function useAddressCheck(text: string, chain: ChainId): AddressCheck | undefined {
  const network = useNetwork();
  const ready = useSyncExternalStore(
    text === '' ? never : subscribe,
    () => rules,
    () => undefined,
  );
  return text === '' ? undefined : ready?.checkAddress(chain, text, network);
}

/** Loads the rules before they are needed. */
export const warmAddressCheck = load;
