'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import type { QuoteRequest } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { failureRemedy } from '../routes/failure-remedy.ts';
import { routeKey } from '../routes/route-money.ts';
import { assetView } from '../tokens/asset-view.ts';
import { api } from '../ui/api.ts';
import { percentChange } from '../ui/decimal-math.ts';

export type Review =
  | { phase: 'asking' }
  /** `remedy`: what would help, where the provider says why. */
  | { phase: 'failed'; message: string; remedy?: string }
  | {
      phase: 'ready';
      quoteId: string;
      routeIndex: number;
      route: WireRoute;
      /** Against what was chosen, percent of the expected amount. */
      changePercent: number;
      /** Symbol of the asset in which two legs meet now, where it is another than of what was chosen. */
      nowThrough?: string;
    };

/** The service creates for a minute at most; longer than this nobody answers any more. */
const LONGEST_MS = 75_000;

const messageOf = (error: unknown): string => {
  if (error instanceof ApiProblem) return [error.detail, ...error.errors.map((fault) => fault.message)].join(' ');
  return error instanceof Error && error.name === 'TimeoutError'
    ? 'It takes too long. Asking again is safe: what was reserved meanwhile is found, and nothing is reserved twice.'
    : 'The service cannot be reached.';
};

const meetingAsset = ({ meta }: WireRoute): string => meta.bridge?.asset.toLowerCase() ?? '';

/**
 * Whether the chosen provider makes something upstream for the payment when it is asked with `includeTx`. Two legs need
 * a channel; without a wallet nobody could pay what it is for, or it is opened later, when its address is wanted.
 */
export const wantsTx = ({ legs }: WireRoute, connected: boolean): boolean => connected || legs.length < 2;

async function askAgain(
  chosen: WireRoute,
  request: QuoteRequest,
  connected: boolean,
  signal: AbortSignal,
): Promise<Review> {
  const includeTx = wantsTx(chosen, connected);
  const quote = await api.quote({ ...request, providers: chosen.providers, includeTx }, { signal });
  const routeIndex = quote.routes.findIndex((route) => routeKey(route) === routeKey(chosen));
  const route = quote.routes[routeIndex];
  if (!route) {
    const why = quote.providerErrors?.map((error) => error.message).join(' ') ?? quote.error;
    const [error] = quote.providerErrors ?? [];
    return {
      phase: 'failed',
      message: why ?? 'This route is offered no more.',
      ...(error?.provider.includes('->') ? { remedy: failureRemedy(error) } : {}),
    };
  }
  return {
    phase: 'ready',
    quoteId: quote.quoteId,
    routeIndex,
    route,
    changePercent: percentChange(chosen.expectedBuyAmount, route.expectedBuyAmount) ?? 0,
    ...(route.meta.bridge && meetingAsset(route) !== meetingAsset(chosen)
      ? { nowThrough: assetView(route.meta.bridge.asset).symbol }
      : {}),
  };
}

/** Asks the chosen provider for the same swap with its transaction, and compares. `again` asks once more. */
export function useReview(chosen: WireRoute | undefined, request: QuoteRequest | undefined, connected: boolean) {
  const [review, setReview] = useState<Review>({ phase: 'asking' });
  const abort = useRef<AbortController>(undefined);
  const start = useCallback(() => {
    abort.current?.abort();
    if (!chosen || !request) return;
    const controller = new AbortController();
    abort.current = controller;
    setReview({ phase: 'asking' });
    askAgain(chosen, request, connected, AbortSignal.any([controller.signal, AbortSignal.timeout(LONGEST_MS)]))
      .catch((error: unknown): Review => ({ phase: 'failed', message: messageOf(error) }))
      .then((next) => !controller.signal.aborted && setReview(next));
  }, [chosen, request, connected]);
  useEffect(() => {
    start();
    return () => abort.current?.abort();
  }, [start]);
  return { review, again: start };
}
