'use client';
import { type ComponentProps, useEffect } from 'react';
import { chosenRoute } from '../routes/quote-state.ts';
import { routeKey } from '../routes/route-money.ts';
import { SwapPage } from '../swap/swap-page.tsx';
import type { Swap } from '../swap/use-swap.ts';
import { useEmbedding } from './embedding.tsx';
import { routeSummary, sidesOfRoute } from './summaries.ts';

/** Tells the host about quotes and the chosen route. */
function SwapTeller({ swap }: { swap: Swap }) {
  const { tell } = useEmbedding();
  const { quote } = swap;
  const { receivedAt, problem } = quote;
  const route = chosenRoute(quote);
  const key = route && routeKey(route);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each whole answer
  useEffect(() => {
    const { routes, errors } = quote;
    if (receivedAt === undefined || !swap.request) return;
    tell({
      type: 'quote',
      ...sidesOfRoute(swap.request),
      routes: routes.map(routeSummary),
      errors: errors.map(({ provider, errorCode, message }) => ({ provider, errorCode, message })),
    });
  }, [receivedAt, tell]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each other route
  useEffect(() => {
    if (route) tell({ type: 'routeChosen', ...sidesOfRoute(route), route: routeSummary(route) });
  }, [key, tell]);
  useEffect(() => {
    if (!problem) return;
    const message = 'detail' in problem && problem.detail ? problem.detail : `No quote: ${problem.kind}.`;
    tell({ type: 'error', code: problem.kind === 'vetoed' ? 'vetoed' : 'quoteFailed', message });
  }, [problem, tell]);
  return null;
}

/** The swap page within a frame. */
export const EmbedSwap = (props: ComponentProps<typeof SwapPage>) => <SwapPage {...props} listener={SwapTeller} />;
