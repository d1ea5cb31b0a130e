'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../../lib/api/client.ts';
import type { SaleRequest, WireProviderError } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { needsConsent, offersLess, type Price } from '../../lib/domain/price-move.ts';
import { routeKey } from '../routes/route-money.ts';
import { assetView } from '../tokens/asset-view.ts';
import { api } from '../ui/api.ts';
import { percentChange } from '../ui/decimal-math.ts';
import { type Refusal, refusalOf } from '../ui/refusal.ts';
import { type PriceMove, type PriceWatch, startWatch } from './price-watch.ts';
import { PriceUnknown } from './use-price-watch.ts';

/**
 * Why there is no review. `refused`: the provider no longer offers the route. `problem`: the service refused to answer.
 */
export type ReviewFailure = 'refused' | 'problem' | 'timeout' | 'unreachable';

export type Review =
  | { phase: 'asking' }
  | {
      phase: 'failed';
      why: ReviewFailure;
      /** The error of the provider that was asked, if it gave a reason. */
      error?: Pick<WireProviderError, 'provider' | 'errorCode'>;
      /** The service's own sentence, in English. */
      detail?: string;
      refusal?: Refusal;
    }
  | {
      phase: 'ready';
      quoteId: string;
      routeIndex: number;
      route: WireRoute;
      /** The change from the chosen route, in percent of the expected amount. */
      changePercent: number;
      /** It gives less than what was agreed to so far, which needs a consent. */
      less?: PriceMove;
      /** The initial state of the price watch. */
      watch: PriceWatch;
      /** The symbol of the asset in which two legs meet, if it has changed since the route was chosen. */
      nowThrough?: string;
    };

/** The service creates for a minute at most, so no answer comes after this. */
const LONGEST_MS = 75_000;

function failureOf(error: unknown): Review {
  if (error instanceof ApiProblem) {
    const refusal = refusalOf(error);
    if (refusal) return { phase: 'failed', why: 'problem', refusal };
    return {
      phase: 'failed',
      why: 'problem',
      detail: [error.detail, ...error.errors.map((fault) => fault.message)].join(' '),
    };
  }
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  return { phase: 'failed', why: isLate ? 'timeout' : 'unreachable' };
}

const meetingAsset = ({ meta }: WireRoute): string => meta.bridge?.asset.toLowerCase() ?? '';

/**
 * Whether to quote with `includeTx`, with which the provider creates something upstream for the payment. Two-leg routes
 * need a channel for it; without a wallet it would be useless, or is opened later, when its address is needed.
 */
export const wantsTx = ({ legs }: WireRoute, signs: boolean): boolean => signs || legs.length < 2;

const priceOf = (route: WireRoute): Price => ({
  expected: route.expectedBuyAmount,
  guaranteed: route.expectedBuyAmountMaxSlippage,
});

async function quoteOnce(chosen: WireRoute, question: SaleRequest, signal: AbortSignal) {
  const quote = await api.quote(question, { signal });
  const routeIndex = quote.routes.findIndex((route) => routeKey(route) === routeKey(chosen));
  return { quote, routeIndex, route: quote.routes[routeIndex] };
}

/**
 * Quotes the chosen route again. Without `includeTx` nothing is opened or ordered for it. A boost is signed for the fee
 * that was shown; only where no pool lends for that any more is it quoted within the form's own limit.
 */
async function quoteAgain(chosen: WireRoute, request: SaleRequest, includeTx: boolean, signal: AbortSignal) {
  const question = { ...request, providers: chosen.providers, includeTx };
  const { boost } = chosen.meta;
  if (!boost) return quoteOnce(chosen, question, signal);
  const asShown = await quoteOnce(chosen, { ...question, maxBoostFeeBps: boost.feeBps }, signal);
  return asShown.route ? asShown : quoteOnce(chosen, question, signal);
}

/** @throws {PriceUnknown} with the provider's message; what the client throws. */
async function plainPrice(chosen: WireRoute, request: SaleRequest, signal: AbortSignal): Promise<Price> {
  const { route, quote } = await quoteAgain(chosen, request, false, signal);
  if (!route) throw new PriceUnknown(quote.providerErrors?.[0]?.message ?? quote.error ?? '');
  return priceOf(route);
}

/** The price that the next one is compared with: chosen from a list, shown in a review, or agreed to after it fell. */
type Agreed = { price: Price; by: 'choice' | 'review' | 'consent' };

async function askAgain(
  chosen: WireRoute,
  request: SaleRequest,
  signs: boolean,
  agreed: Agreed,
  signal: AbortSignal,
): Promise<Review> {
  const includeTx = wantsTx(chosen, signs);
  // A payment in one transaction has another price than the deposit that plain quotes of the same route describe.
  const pricedApart = includeTx && chosen.legs.length < 2 && chosen.meta.depositChannel !== undefined;
  const [{ quote, routeIndex, route }, plain] = await Promise.all([
    quoteAgain(chosen, request, includeTx, signal),
    pricedApart ? plainPrice(chosen, request, signal).catch(() => undefined) : undefined,
  ]);
  if (!route) {
    const [error] = quote.providerErrors ?? [];
    const detail = error?.message ?? quote.error;
    return { phase: 'failed', why: 'refused', ...(error ? { error } : {}), ...(detail ? { detail } : {}) };
  }
  const price = priceOf(route);
  const isLess = (agreed.by === 'choice' ? offersLess : needsConsent)(agreed.price, price);
  const accepted = agreed.by === 'consent' ? agreed.price : undefined;
  return {
    phase: 'ready',
    quoteId: quote.quoteId,
    routeIndex,
    route,
    ...(isLess ? { less: { before: agreed.price, now: price } } : {}),
    watch: startWatch(price, (route.tx !== undefined && plain) || price, accepted, Date.now()),
    changePercent: percentChange(chosen.expectedBuyAmount, route.expectedBuyAmount) ?? 0,
    ...(route.meta.bridge && meetingAsset(route) !== meetingAsset(chosen)
      ? { nowThrough: assetView(route.meta.bridge.asset).symbol }
      : {}),
  };
}

/**
 * Asks the chosen provider for the same swap with its transaction, and compares the two. `again` repeats the request;
 * an agreed price is what the answer is compared with from then on.
 * @param signs a wallet is there to sign, connected here or elsewhere.
 */
export function useReview(chosen: WireRoute, request: SaleRequest, signs: boolean) {
  const [review, setReview] = useState<Review>({ phase: 'asking' });
  const abort = useRef<AbortController>(undefined);
  const agreed = useRef<Agreed>({ price: priceOf(chosen), by: 'choice' });
  const start = useCallback(() => {
    abort.current?.abort();
    const controller = new AbortController();
    abort.current = controller;
    setReview({ phase: 'asking' });
    const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(LONGEST_MS)]);
    askAgain(chosen, request, signs, agreed.current, signal)
      .catch(failureOf)
      .then((next) => {
        if (controller.signal.aborted) return;
        // A price that a review shows without asking for a consent is what the next one is compared with.
        if (next.phase === 'ready' && !next.less) agreed.current = { price: priceOf(next.route), by: 'review' };
        setReview(next);
      });
  }, [chosen, request, signs]);
  useEffect(() => {
    start();
    return () => abort.current?.abort();
  }, [start]);
  const again = useCallback(
    (accepted?: Price) => {
      if (accepted) agreed.current = { price: accepted, by: 'consent' };
      start();
    },
    [start],
  );
  const askPrice = useCallback((signal: AbortSignal) => plainPrice(chosen, request, signal), [chosen, request]);
  return { review, again, askPrice };
}
