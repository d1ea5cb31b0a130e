'use client';
import { useEffect, useState } from 'react';
import { PageFactsError, pageFacts } from '../../lib/api/page-api.ts';
import type { WireToken } from '../../lib/api/schemas/tokens.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { tokenChains } from './address-shape.ts';
import { unlistedToken } from './token-store.ts';

export type AddressLookup = {
  /** Empty when the text is not a token address. */
  chains: readonly ChainId[];
  /** Some chains have not answered yet. */
  waiting: boolean;
  found: readonly WireToken[];
  /** Chains that could not be asked. */
  silent: readonly ChainId[];
  /** Chains on which the token exists, but this deployment does not offer it. */
  withheld: readonly ChainId[];
};

const NOTHING: AddressLookup = { chains: [], waiting: false, found: [], silent: [], withheld: [] };

/**
 * Asks every chain on which an address could be a token what it finds there.
 * @param text as typed; undefined asks no chain.
 * @param only the chain chosen in the filter, if any.
 */
export function useAddressLookup(text: string | undefined, only: ChainId | undefined): AddressLookup {
  const [lookup, setLookup] = useState<AddressLookup & { of: string }>({ ...NOTHING, of: '' });
  const address = text?.trim() ?? '';
  const of = `${address} ${only ?? ''}`;
  const chains = address === '' ? [] : tokenChains(address).filter((chain) => only === undefined || chain === only);
  const wanted = chains.join();
  useEffect(() => {
    if (wanted === '') return;
    const stop = new AbortController();
    const asked = tokenChains(address).filter((chain) => wanted.split(',').includes(chain));
    setLookup({ ...NOTHING, chains: asked, waiting: true, of });
    const one = async (chain: ChainId) => {
      const add = (more: (now: AddressLookup) => Partial<AddressLookup>) => {
        if (!stop.signal.aborted) setLookup((now) => ({ ...now, ...more(now) }));
      };
      try {
        const token = unlistedToken(await pageFacts.token(chain, address, stop.signal));
        add(({ found }) => ({ found: [...found, token] }));
      } catch (error) {
        const status = error instanceof PageFactsError ? error.status : 0;
        if (status === 403) add(({ withheld }) => ({ withheld: [...withheld, chain] }));
        else if (status !== 404) add(({ silent }) => ({ silent: [...silent, chain] }));
      }
    };
    void Promise.all(asked.map(one)).then(() => {
      if (!stop.signal.aborted) setLookup((now) => ({ ...now, waiting: false }));
    });
    return () => stop.abort();
  }, [address, of, wanted]);
  if (wanted === '') return NOTHING;
  return lookup.of === of ? lookup : { ...NOTHING, chains, waiting: true };
}
