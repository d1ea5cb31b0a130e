/** Defines one look at a swap: what it is made with, what is known before it, and what becomes of an upstream's failure. */
import type { ChainClients } from '../chain-clients/chain-clients.ts';
import type { Store } from '../db/store.ts';
import type { DerivedSwap } from '../domain/derive-swap.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import type { Provider } from '../providers/provider.ts';
import type { KnownSwap } from './known-swap.ts';

export type ObserveDeps = {
  store: Store;
  clients: ChainClients;
  /** The adapter that tracks an id, even when new quotes do not offer it. */
  providerOf: (id: ProviderId) => Provider | undefined;
  now: () => number;
  log: (event: Record<string, unknown>) => void;
};

export type Look = { known: KnownSwap; derived: DerivedSwap; signal: AbortSignal };

/** Returns undefined for an upstream's failure, and logs it. */
export async function attempt<T>(deps: ObserveDeps, what: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    deps.log({ event: 'observe', what, fault: why });
    return undefined;
  }
}
