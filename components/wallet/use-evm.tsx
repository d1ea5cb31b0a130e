'use client';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { recall, remember } from '../../lib/wallet/storage.ts';
import type { EvmState } from './evm-bridge.tsx';

const LazyBridge = lazy(() => import('./evm-bridge.tsx').then((module) => ({ default: module.EvmBridge })));

type Waiting = { resolve: (address: string | undefined) => void; closedCount: number | undefined };

/**
 * The EVM wallet: nothing of it is loaded until somebody asks to connect, or was connected when they last left.
 * `element` must be rendered; `connect` resolves with the address, or undefined when the modal was closed.
 */
export function useEvm(network: NetworkName): {
  state: EvmState | undefined;
  connect: () => Promise<string | undefined>;
  disconnect: () => void;
  element: ReactNode;
} {
  const [wanted, setWanted] = useState(false);
  const [state, setState] = useState<EvmState>();
  const waiting = useRef<Waiting | undefined>(undefined);

  useEffect(() => {
    if (recall('evm') === true) setWanted(true);
  }, []);

  useEffect(() => {
    const request = waiting.current;
    if (!request || !state?.settled) return;
    if (state.address) {
      waiting.current = undefined;
      remember('evm', true);
      request.resolve(state.address);
    } else if (request.closedCount === undefined) {
      if (!state.open) return;
      request.closedCount = state.closedCount;
      state.open();
    } else if (state.closedCount > request.closedCount) {
      waiting.current = undefined;
      request.resolve(undefined);
    }
  }, [state]);

  const connect = useCallback(() => {
    setWanted(true);
    waiting.current?.resolve(undefined);
    return new Promise<string | undefined>((resolve) => {
      waiting.current = { resolve, closedCount: undefined };
      setState((now) => now && { ...now });
    });
  }, []);
  const disconnect = useCallback(() => {
    remember('evm', false);
    state?.disconnect();
  }, [state]);

  const element = wanted ? (
    <Suspense fallback={null}>
      <LazyBridge network={network} onState={setState} />
    </Suspense>
  ) : null;
  return { state, connect, disconnect, element };
}
