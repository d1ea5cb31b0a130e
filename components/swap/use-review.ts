'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../../lib/api/client.ts';
import type { QuoteRequest } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { routeKey } from '../routes/route-money.ts';
import { api } from '../ui/api.ts';
import { percentChange } from '../ui/decimal-math.ts';

export type Review =
  | { phase: 'asking' }
  | { phase: 'failed'; message: string }
  | {
      phase: 'ready';
      quoteId: string;
      routeIndex: number;
      route: WireRoute;
      /** Against what was chosen, percent of the expected amount. */
      changePercent: number;
    };

/** The service creates for a minute at most; longer than this nobody answers any more. */
const LONGEST_MS = 75_000;

const messageOf = (error: unknown): string => {
  if (error instanceof ApiProblem) return [error.detail, ...error.errors.map((fault) => fault.message)].join(' ');
  return error instanceof Error && error.name === 'TimeoutError'
    ? 'It takes too long. Asking again is safe: what was reserved meanwhile is found, and nothing is reserved twice.'
    : 'The service cannot be reached.';
};

async function askAgain(chosen: WireRoute, request: QuoteRequest, signal: AbortSignal): Promise<Review> {
  const quote = await api.quote({ ...request, providers: chosen.providers, includeTx: true }, { signal });
  const routeIndex = quote.routes.findIndex((route) => routeKey(route) === routeKey(chosen));
  const route = quote.routes[routeIndex];
  if (!route) {
    const why = quote.providerErrors?.map((error) => error.message).join(' ') ?? quote.error;
    return { phase: 'failed', message: why ?? 'This route is offered no more.' };
  }
  return {
    phase: 'ready',
    quoteId: quote.quoteId,
    routeIndex,
    route,
    changePercent: percentChange(chosen.expectedBuyAmount, route.expectedBuyAmount) ?? 0,
  };
}

/** Asks the chosen provider for the same swap with its transaction, and compares. `again` asks once more. */
export function useReview(chosen: WireRoute | undefined, request: QuoteRequest | undefined) {
  const [review, setReview] = useState<Review>({ phase: 'asking' });
  const abort = useRef<AbortController>(undefined);
  const start = useCallback(() => {
    abort.current?.abort();
    if (!chosen || !request) return;
    const controller = new AbortController();
    abort.current = controller;
    setReview({ phase: 'asking' });
    askAgain(chosen, request, AbortSignal.any([controller.signal, AbortSignal.timeout(LONGEST_MS)]))
      .catch((error: unknown): Review => ({ phase: 'failed', message: messageOf(error) }))
      .then((next) => !controller.signal.aborted && setReview(next));
  }, [chosen, request]);
  useEffect(() => {
    start();
    return () => abort.current?.abort();
  }, [start]);
  return { review, again: start };
}
