/** Market prices in US dollars by mint: fetched at most once a minute; a quote never fails for lack of them. */
import { isWithin } from '../../domain/is-within.ts';
import { timeLimit } from '../../domain/time-limit.ts';
import type { CallOptions } from '../provider.ts';
import type { JupiterClient } from './client.ts';

const MAX_AGE_MS = 60_000;
/** After a failure they are fetched again sooner. */
const AGAIN_MS = 10_000;
/** Longest wait for a price, which is for comparison only. */
const PATIENCE_MS = 1_500;
const MOST_REMEMBERED = 2_000;

export type PriceSource = (mints: readonly string[], call: CallOptions) => Promise<ReadonlyMap<string, number>>;

export function createPrices(client: Pick<JupiterClient, 'prices'>, now: () => number): PriceSource {
  /** `price` undefined: fetched, and there is no reliable one. */
  const known = new Map<string, { price: number | undefined; at: number }>();

  async function fetchMissing(missing: readonly string[], call: CallOptions): Promise<void> {
    if (known.size > MOST_REMEMBERED) known.clear();
    const signal = AbortSignal.any([call.signal, timeLimit(PATIENCE_MS)]);
    try {
      const fresh = await client.prices(missing, { ...call, signal });
      for (const mint of missing) known.set(mint, { price: fresh.get(mint), at: now() });
    } catch (error) {
      if (call.signal.aborted) throw error;
      const at = now() - MAX_AGE_MS + AGAIN_MS;
      for (const mint of missing) known.set(mint, { price: known.get(mint)?.price, at });
    }
  }

  return async (mints, call) => {
    const wanted = [...new Set(mints)];
    const missing = wanted.filter(
      (mint) => !isWithin(MAX_AGE_MS, known.get(mint)?.at ?? Number.NEGATIVE_INFINITY, now()),
    );
    if (missing.length > 0) await fetchMissing(missing, call);
    return new Map(
      wanted.flatMap((mint) => {
        const price = known.get(mint)?.price;
        return price === undefined ? [] : [[mint, price] as const];
      }),
    );
  };
}
