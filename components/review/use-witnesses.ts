'use client';
import { useCallback, useEffect, useState } from 'react';
import type { AskedSwap } from '../../lib/payments/asked-swap.ts';
import type { PayableRoute } from '../../lib/payments/payable-route.ts';
import type { Testimony } from '../../lib/payments/witness.ts';
import { useNamedWitnesses } from '../ui/network.tsx';
import { useWitnessNodes } from '../ui/witness-choice.ts';

/** `off`: the user has switched off the witnesses that this deployment names. `none`: it names none. */
export type WitnessState = Testimony | 'asking' | 'off' | 'none';

/** Vaults churn every few days, and a retired one keeps what is sent to it. */
const EVERY_MS = 60_000;
/** A vault is one small file. A channel that was opened a moment ago is asked for several times. */
const VAULT_MS = 5_000;
const CHANNEL_MS = 20_000;

export const hasAnswered = (state: WitnessState | undefined): state is Testimony => typeof state === 'object';

/** The request with what witnesses say about it, where any of them answered. */
export const withTestimony = <A extends AskedSwap>(asked: A, state: WitnessState | undefined): A =>
  hasAnswered(state) && (state.verdict === 'agrees' || state.verdict === 'differs')
    ? { ...asked, witnessed: state.witnessed }
    : asked;

/** Asks the witnesses of this deployment, if the user allows it; undefined where none is asked. */
export function useAskWitnesses() {
  const nodes = useWitnessNodes();
  const isNobody = Object.keys(nodes).length === 0;
  return useCallback(
    async (asked: AskedSwap, route: PayableRoute, signal?: AbortSignal): Promise<Testimony | undefined> => {
      if (isNobody) return undefined;
      const { askWitnesses } = await import('../../lib/payments/ask-witnesses.ts');
      const timeoutMs = route.memo === undefined ? CHANNEL_MS : VAULT_MS;
      return askWitnesses(asked, route, { nodes, timeoutMs, signal });
    },
    [nodes, isNobody],
  );
}

/**
 * What witnesses say about this payment's destination, asked on opening and every minute.
 * @param route as it is to be paid; must be the same object in every rendering, as `asked` must.
 */
export function useWitnesses(route: PayableRoute | undefined, asked: AskedSwap | undefined): WitnessState {
  const ask = useAskWitnesses();
  const named = useNamedWitnesses();
  const nodes = useWitnessNodes();
  const [state, setState] = useState<WitnessState>('asking');
  useEffect(() => {
    if (!route || !asked) return;
    const abort = new AbortController();
    const check = () =>
      void ask(asked, route, abort.signal)
        .catch(() => undefined)
        .then((testimony) => !abort.signal.aborted && setState(testimony ?? 'none'));
    setState('asking');
    check();
    const timer = setInterval(check, EVERY_MS);
    return () => {
      abort.abort();
      clearInterval(timer);
    };
  }, [route, asked, ask]);
  const isNamed = Object.keys(named).length > 0;
  return state === 'none' && isNamed && nodes !== named ? 'off' : state;
}
