'use client';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { NetworkName } from '../../lib/chains/chain.ts';
import type { EvmWalletSettings } from '../../lib/domain/evm-wallets.ts';
import { recall, remember } from '../../lib/wallet/storage.ts';
import { latePart } from '../ui/late-part.tsx';
import type { EvmState } from './evm-bridge.tsx';

const EvmBridge = latePart(() => import('./evm-bridge.tsx').then((module) => module.EvmBridge));

/** A connector's id, or `others` for RainbowKit's list of wallets that are not in this browser. */
export type EvmPick = string;
export const OTHER_WALLETS: EvmPick = 'others';

type Waiting = {
  pick: EvmPick;
  resolve: (address: string | undefined) => void;
  reject: (error: unknown) => void;
  /** Undefined before the wallet was asked. */
  askedAt: number | undefined;
};

function begin(request: Waiting, state: EvmState): void {
  if (request.pick !== OTHER_WALLETS) {
    request.askedAt = state.closedCount;
    state.connectWith(request.pick).then(request.resolve, request.reject);
  } else if (state.open) {
    request.askedAt = state.closedCount;
    state.open();
  } else if (state.address) request.resolve(state.address);
}

/**
 * The EVM wallet. Nothing of it is loaded until the user connects, or was connected on leaving. `element` must be
 * rendered; `connect` resolves to the address, or to undefined when the modal was closed.
 */
export function useEvm(network: NetworkName, settings: EvmWalletSettings) {
  const [wanted, setWanted] = useState(false);
  const [state, setState] = useState<EvmState>();
  const waiting = useRef<Waiting | undefined>(undefined);

  useEffect(() => {
    if (recall('evm') === true) setWanted(true);
  }, []);

  useEffect(() => {
    const request = waiting.current;
    if (!request || !state?.settled) return;
    if (request.askedAt === undefined) begin(request, state);
    else if (request.pick === OTHER_WALLETS && (state.address || state.closedCount > request.askedAt))
      request.resolve(state.address);
  }, [state]);

  const connect = useCallback((pick: EvmPick) => {
    setWanted(true);
    waiting.current?.resolve(undefined);
    return new Promise<string | undefined>((resolve, reject) => {
      const end = (): void => {
        waiting.current = undefined;
      };
      waiting.current = {
        pick,
        askedAt: undefined,
        resolve: (address) => {
          end();
          if (address) remember('evm', true);
          resolve(address);
        },
        reject: (error) => {
          end();
          reject(error);
        },
      };
      setState((now) => now && { ...now });
    });
  }, []);
  const disconnect = useCallback(() => {
    remember('evm', false);
    state?.disconnect();
  }, [state]);
  const warm = useCallback(() => void EvmBridge.load().catch(() => undefined), []);

  const element: ReactNode = wanted ? <EvmBridge network={network} settings={settings} onState={setState} /> : null;
  return { state, connect, disconnect, element, warm };
}
