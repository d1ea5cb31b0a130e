'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../../lib/api/client.ts';
import type { QuoteRequest, WireProviderError } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { routeKey } from '../routes/route-money.ts';
import { assetView } from '../tokens/asset-view.ts';
import { api } from '../ui/api.ts';
import { percentChange } from '../ui/decimal-math.ts';

/** Why there is no review: `refused` the provider offers the route no more, `problem` the service would not answer. */
export type ReviewFailure = 'refused' | 'problem' | 'timeout' | 'unreachable';

export type Review =
  | { phase: 'asking' }
  | {
      phase: 'failed';
      why: ReviewFailure;
      /** Of the provider that was asked, where it says why. */
      error?: Pick<WireProviderError, 'provider' | 'errorCode'>;
      /** The service's own sentence, in English. */
      detail?: string;
    }
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

function failureOf(error: unknown): Review {
  if (error instanceof ApiProblem)
    return {
      phase: 'failed',
      why: 'problem',
      detail: [error.detail, ...error.errors.map((fault) => fault.message)].join(' '),
    };
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  return { phase: 'failed', why: isLate ? 'timeout' : 'unreachable' };
}

const meetingAsset = ({ meta }: WireRoute): string => meta.bridge?.asset.toLowerCase() ?? '';

/**
 * Whether the chosen provider makes something upstream for the payment when it is asked with `includeTx`. Two legs need
 * a channel; where nobody is there to sign nobody could pay what it is for, or it is opened later, when its address is
 * wanted.
 */
export const wantsTx = ({ legs }: WireRoute, signs: boolean): boolean => signs || legs.length < 2;

async function askAgain(
  chosen: WireRoute,
  request: QuoteRequest,
  signs: boolean,
  signal: AbortSignal,
): Promise<Review> {
  const includeTx = wantsTx(chosen, signs);
  const quote = await api.quote({ ...request, providers: chosen.providers, includeTx }, { signal });
  const routeIndex = quote.routes.findIndex((route) => routeKey(route) === routeKey(chosen));
  const route = quote.routes[routeIndex];
  if (!route) {
    const [error] = quote.providerErrors ?? [];
    const detail = error?.message ?? quote.error;
    return { phase: 'failed', why: 'refused', ...(error ? { error } : {}), ...(detail ? { detail } : {}) };
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

/**
 * Asks the chosen provider for the same swap with its transaction, and compares. `again` asks once more.
 * @param signs somebody is there to sign: a wallet here, or one elsewhere.
 */
export function useReview(chosen: WireRoute | undefined, request: QuoteRequest | undefined, signs: boolean) {
  const [review, setReview] = useState<Review>({ phase: 'asking' });
  const abort = useRef<AbortController>(undefined);
  const start = useCallback(() => {
    abort.current?.abort();
    if (!chosen || !request) return;
    const controller = new AbortController();
    abort.current = controller;
    setReview({ phase: 'asking' });
    askAgain(chosen, request, signs, AbortSignal.any([controller.signal, AbortSignal.timeout(LONGEST_MS)]))
      .catch(failureOf)
      .then((next) => !controller.signal.aborted && setReview(next));
  }, [chosen, request, signs]);
  useEffect(() => {
    start();
    return () => abort.current?.abort();
  }, [start]);
  return { review, again: start };
}
