'use client';
import { useEffect, useMemo, useState } from 'react';
import type { SaleRequest } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { chosenRoute } from '../routes/quote-state.ts';
import { atPricesOf, routeKey } from '../routes/route-money.ts';
import type { LiveQuote } from '../routes/use-quote.ts';
import { api } from '../ui/api.ts';
import { AUTO_SLIPPAGE, autoSlippage } from './slippage-advice.ts';

/** After this time the swap goes on with the answer of the list. */
const PATIENCE_MS = 5000;

/** The last answer at a route's own tolerance; without a route where there was none. */
type Answer = { question: string; route?: WireRoute | undefined };

async function askOwn(request: SaleRequest, key: string, signal: AbortSignal): Promise<WireRoute | undefined> {
  const quote = await api.quote(request, { signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]) });
  return quote.routes.find((route) => routeKey(route) === key);
}

/**
 * Where the user chose no tolerance, asks the chosen route again at the one that its provider advises, so that the
 * minimum that the form shows is an answer at that tolerance.
 * @param tolerance the chosen one, in percent; undefined where the user chose none. @param most the highest tolerance
 * that the host allows, in percent.
 */
export function useOwnTolerance(
  quote: LiveQuote,
  request: SaleRequest | undefined,
  tolerance: number | undefined,
  most: number | undefined,
) {
  const isAuto = tolerance === undefined;
  const [answer, setAnswer] = useState<Answer>();
  const chosen = chosenRoute(quote);
  const slippage = chosen ? autoSlippage(chosen, most) : AUTO_SLIPPAGE;
  const own =
    isAuto && request && chosen && slippage !== request.slippage
      ? { ...request, providers: chosen.providers, slippage }
      : undefined;
  const key = chosen && routeKey(chosen);
  const question = own && JSON.stringify([own, key]);
  const { usable, receivedAt } = quote;

  useEffect(() => {
    void receivedAt;
    if (question === undefined || !usable) return;
    // Written above.
    const [asked, wanted] = JSON.parse(question) as [SaleRequest, string];
    const controller = new AbortController();
    askOwn(asked, wanted, controller.signal)
      .catch(() => undefined)
      .then((route) => !controller.signal.aborted && setAnswer({ question, route }));
    return () => controller.abort();
  }, [question, usable, receivedAt]);

  const answered = question !== undefined && answer?.question === question;
  const found = answered ? answer.route : undefined;
  const route = useMemo(() => (found && chosen ? besideOthers(found, chosen) : chosen), [found, chosen]);
  const routes = useMemo(
    () => quote.routes.map((one) => (one === chosen && route ? route : one)),
    [quote.routes, chosen, route],
  );
  const failed = answered && found === undefined;
  return {
    quote: { ...quote, routes },
    route,
    isAuto,
    /** The request of a review of the route. */
    request: found && own && request ? { ...request, slippage: own.slippage } : request,
    /** The tolerance that applies where the user chose none, in percent. */
    autoPercent: failed ? AUTO_SLIPPAGE : slippage,
    /** The answer at the route's own tolerance is loading. */
    tolerancePending: question !== undefined && !answered,
  };
}

/** An answer with a single route tags it as the best, so the list's tags and prices are kept. */
function besideOthers(route: WireRoute, chosen: WireRoute): WireRoute {
  const { tags, tagReasons } = chosen.meta;
  const { tagReasons: _own, ...meta } = route.meta;
  return atPricesOf(chosen, { ...route, meta: { ...meta, tags, ...(tagReasons ? { tagReasons } : {}) } });
}
