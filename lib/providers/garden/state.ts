/** Shares among all requests Garden's current offer: assets for five minutes, policy and liquidity for one. */

import type { NetworkName } from '../../chains/chain.ts';
import { isWithin } from '../../domain/is-within.ts';
import { createSnapshot, type Snapshot } from '../snapshot.ts';
import { type Catalogue, catalogueOf } from './assets.ts';
import type { GardenClient } from './client.ts';
import { STALE_MAX_AGE_MS } from './config.ts';
import type { Liquidity, Policy } from './upstream-schemas.ts';

const ASSETS = { refreshMs: 240_000, keepWarmMs: 900_000, maxAgeMs: 300_000 };
const FAST = { refreshMs: 45_000, keepWarmMs: 300_000, maxAgeMs: 60_000 };

export type GardenState = {
  /** @throws {ProviderError} when the live list is unavailable. */
  catalogue(signal?: AbortSignal): Promise<Catalogue>;
  /** Fetched again: contracts are redeployed from time to time. @throws {ProviderError} */
  freshCatalogue(signal?: AbortSignal): Promise<Catalogue>;
  /** Undefined when Garden does not report it now; it then refuses by its own rules. */
  policy(signal?: AbortSignal): Promise<Policy | undefined>;
  liquidity(signal?: AbortSignal): Promise<Liquidity | undefined>;
  /** The last list, however old; undefined before the first one. */
  peek(): Catalogue | undefined;
};

type Dated<T> = { value: T; at: number };

export function createGardenState(client: GardenClient, network: NetworkName, now: () => number): GardenState {
  const dated = <T>(load: () => Promise<T>, times: { refreshMs: number; keepWarmMs: number }) =>
    createSnapshot(
      async (): Promise<Dated<T>> => {
        const at = now();
        return { value: await load(), at };
      },
      { refreshMs: times.refreshMs, keepWarmMs: times.keepWarmMs, now },
    );
  const assets = dated(async () => catalogueOf(await client.assets(), network), ASSETS);
  const policy = dated(() => client.policy(), FAST);
  const liquidity = dated(() => client.liquidity(), FAST);

  async function optional<T>(snapshot: Snapshot<Dated<T>>, signal?: AbortSignal): Promise<T | undefined> {
    try {
      return (await snapshot.get({ maxAgeMs: FAST.maxAgeMs, ...(signal ? { signal } : {}) })).value;
    } catch (error) {
      if (signal?.aborted) throw error;
      return undefined;
    }
  }

  return {
    async catalogue(signal) {
      try {
        return (await assets.get({ maxAgeMs: ASSETS.maxAgeMs, ...(signal ? { signal } : {}) })).value;
      } catch (error) {
        const last = assets.peek();
        if (signal?.aborted || last === undefined || !isWithin(STALE_MAX_AGE_MS, last.at, now())) throw error;
        return last.value;
      }
    },
    freshCatalogue: async (signal) => (await assets.refresh(signal)).value,
    policy: (signal) => optional(policy, signal),
    liquidity: (signal) => optional(liquidity, signal),
    peek: () => assets.peek()?.value,
  };
}

/** The most that one solver can pay out of the asset, base units; undefined when unknown. */
export function deepestSolver(liquidity: Liquidity | undefined, id: string): bigint | undefined {
  const amounts = (liquidity ?? []).flatMap((solver) =>
    solver.liquidity
      .filter(({ asset }) => asset.toLowerCase() === id.toLowerCase())
      .flatMap(({ virtual_balance, balance }) => virtual_balance ?? balance ?? []),
  );
  return amounts.reduce<bigint | undefined>((most, one) => (most === undefined || one > most ? one : most), undefined);
}
