/** For tests: everything that creating orders needs; the upstream does what a test sets, the store is real. */
import type { Store } from '../db/store.ts';
import { assetOf } from '../domain/asset.ts';
import { ProviderError } from '../domain/errors.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { PreparedRoute, Provider, ProviderQuoteRequest } from '../providers/provider.ts';
import { BTC_ADDRESS, draftFor, ETH_ADDRESS, providerOf } from '../quote/test-quotes.ts';
import { createPreparing, type PreparingDeps } from './preparing.ts';

let sold = 0;
/** Terms that no other test uses. */
export function newRequest(over: Partial<ProviderQuoteRequest> = {}): ProviderQuoteRequest {
  sold += 1;
  return {
    providerId: 'GARDEN',
    sellAsset: assetOf('BTC.BTC'),
    buyAsset: assetOf('ETH.ETH'),
    sellAmount: `0.${String(sold).padStart(6, '0')}`,
    slippageBps: 100,
    sourceAddress: BTC_ADDRESS,
    destinationAddress: ETH_ADDRESS,
    includeTx: true,
    ...over,
  };
}

/** `create` and `complete` are what the upstream does; `n` counts the calls of `create`. */
export function preparingWorld(store: Store, over: Partial<PreparingDeps> = {}) {
  const clock = { now: 1_800_000_000_000 };
  const logged: Record<string, unknown>[] = [];
  const counts = { quotes: 0, created: 0, completed: 0 };
  const prefix = Math.random().toString(36).slice(2);
  const made = (draft: RouteDraft, n: number): PreparedRoute => ({
    draft: { ...draft, orderId: `order-${prefix}-${n}` },
    livesUntil: clock.now + 600_000,
  });
  const upstream: {
    create: (draft: RouteDraft, n: number, signal: AbortSignal) => Promise<PreparedRoute>;
    complete: (draft: RouteDraft, signal: AbortSignal) => Promise<RouteDraft | undefined>;
    needs: (draft: RouteDraft) => boolean;
  } = {
    create: async (draft, n) => made(draft, n),
    complete: async (draft) => ({ ...draft, tx: { type: 'PSBT', tx: 'cHNidP8' } }),
    needs: () => true,
  };
  const provider: Provider = providerOf('GARDEN', async (request) => [draftFor(request)], {
    prepare: {
      needs: (draft) => upstream.needs(draft),
      create(draft, _request, { signal }) {
        counts.created += 1;
        return upstream.create(draft, counts.created, signal);
      },
      complete(draft, _request, { signal }) {
        counts.completed += 1;
        return upstream.complete(draft, signal);
      },
    },
  });
  const deps: PreparingDeps = {
    store,
    now: () => clock.now,
    log: (event) => logged.push(event),
    limits: { perClientADay: 1_000_000, aDay: 1_000_000 },
    createTimeoutMs: 60_000,
    quoteTimeoutMs: 5000,
    ...over,
  };
  const instance = (change: Partial<PreparingDeps> = {}) => createPreparing({ ...deps, ...change });
  const first = instance();
  const ask = (
    request: ProviderQuoteRequest,
    {
      by = first,
      client = '127.0.0.1',
      keyId = undefined as string | undefined,
      signal = new AbortController().signal,
    } = {},
  ) =>
    by.routes(
      { provider, request },
      async () => {
        counts.quotes += 1;
        return provider.quote(request, { signal });
      },
      { signal, clientAddress: client, keyId },
    );
  return { clock, logged, counts, upstream, made, provider, deps, instance, first, ask };
}

/** The code and the message of a failed request. */
export async function failureOf(work: Promise<unknown>): Promise<{ code: string; message: string }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ProviderError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('it did not fail');
}
