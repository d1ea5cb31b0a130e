'use client';
import { useEffect, useState } from 'react';
import { type ChainState, pageFacts } from '../../lib/api/page-api.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';

export type KnownChainStates = ReadonlyMap<ChainId, ChainState>;

const NONE: KnownChainStates = new Map();

/** Which chains are paused and by whom, read when the selector opens; empty while unknown. */
export function useChainStates(): KnownChainStates {
  const [states, setStates] = useState(NONE);
  useEffect(() => {
    const stop = new AbortController();
    pageFacts
      .chains(stop.signal)
      .then(({ chains }) => setStates(new Map(chains.map((state) => [state.chain, state]))))
      // The token list itself says what can be swapped; this only adds the reasons.
      .catch(() => undefined);
    return () => stop.abort();
  }, []);
  return states;
}
