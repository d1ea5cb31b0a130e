'use client';
import { useSyncExternalStore } from 'react';
import type { AddressCheck } from '../../lib/chains/address.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { useNetwork } from '../ui/network.tsx';

type Rules = typeof import('../../lib/chains/address.ts');

let rules: Rules | undefined;
let isLoading = false;
const listeners = new Set<() => void>();

/** The rules of addresses carry the hashes and curves of every chain: they come when the first address is there. */
function load(): void {
  if (isLoading || rules) return;
  isLoading = true;
  import('../../lib/chains/address.ts')
    .then((module) => {
      rules = module;
      for (const listener of listeners) listener();
    })
    // Offline, say: the next address tries again.
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

/** What the chain says of an address; undefined while there is none, and while the rules are on their way. */
export function useAddressCheck(text: string, chain: ChainId): AddressCheck | undefined {
  const network = useNetwork();
  const ready = useSyncExternalStore(
    text === '' ? never : subscribe,
    () => rules,
    () => undefined,
  );
  return text === '' ? undefined : ready?.checkAddress(chain, text, network);
}

/** Fetches the rules before they are needed. */
export const warmAddressCheck = load;
