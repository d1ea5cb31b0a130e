'use client';
import { useEffect, useState } from 'react';
import type { SaleRequest, WireProviderError } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { amountAdvice } from '../routes/amount-advice.ts';
import { minimumIn } from '../routes/failure-text.ts';
import { api } from '../ui/api.ts';
import { compareDecimals } from '../ui/decimal-math.ts';

/** Each attempt sells what the one before named; providers that answer differently settle within three. */
const MOST_ATTEMPTS = 3;

/**
 * The least of these routes that is worth selling: above a route's own minimum, with fees below the limit. Undefined if
 * no route tells.
 */
export function worthSelling(routes: readonly WireRoute[], decimals: number): string | undefined {
  return routes
    .flatMap((route) => {
      const { minimum, comfortable, below } = amountAdvice(route, decimals);
      if (below === undefined) return [route.sellAmount];
      return (
        [minimum, comfortable?.amount]
          .filter((amount) => amount !== undefined)
          .sort(compareDecimals)
          .at(-1) ?? []
      );
    })
    .sort(compareDecimals)[0];
}

/** Looks for an amount that works: sells what providers name as their minimum, until a route takes it without a loss. */
async function workingMinimum(
  request: SaleRequest,
  named: string,
  decimals: number,
  symbol: string,
  signal: AbortSignal,
) {
  let amount = named;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const { routes, providerErrors } = await api.quote({ ...request, sellAmount: amount }, { signal });
    const next = routes.length > 0 ? worthSelling(routes, decimals) : minimumIn(providerErrors ?? [], symbol);
    if (next === undefined || compareDecimals(next, amount) <= 0) return routes.length > 0 ? amount : undefined;
    amount = next;
  }
  return amount;
}

type Found = { key: string; amount: string | undefined };

/**
 * The amount that the form offers when every provider finds the entered one too small: one that works, and of which
 * fees take less than the limit. Undefined while it is searched for, and where there is none.
 * @param errors of the complete quote, which has no route.
 */
export function useMinimum(
  request: SaleRequest | undefined,
  errors: readonly WireProviderError[],
  { symbol, decimals }: { symbol: string; decimals: number | undefined },
): string | undefined {
  const named = request && minimumIn(errors, symbol);
  const key = request && named !== undefined ? JSON.stringify([request, named]) : undefined;
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    if (key === undefined) return;
    // Written above.
    const [asked, least] = JSON.parse(key) as [SaleRequest, string];
    const controller = new AbortController();
    const { signal } = controller;
    workingMinimum(asked, least, decimals ?? 18, symbol, signal)
      .then((amount) => !signal.aborted && setFound({ key, amount }))
      // Without an answer the providers' own figure is offered.
      .catch(() => !signal.aborted && setFound({ key, amount: least }));
    return () => controller.abort();
  }, [key, decimals, symbol]);
  return found !== undefined && found.key === key ? found.amount : undefined;
}
