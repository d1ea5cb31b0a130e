/** Answers a request for a deposit channel: every fault of the request first, then whether channels can be opened here. */
import { notFound, Problem, validationProblem } from '../api/problem.ts';
import type { DepositChannel } from '../api/schemas/deposit-channel.ts';
import type { Store } from '../db/store.ts';
import type { DecodedChannelRequest } from './decode-request.ts';

export type ChannelDeps = { store: Pick<Store, 'loadQuote'> };

/** The route that a request refers to must be one that a Chainflip channel opens. */
async function checkQuotedRoute(deps: ChannelDeps, quote: { id: string; routeIndex: number }): Promise<void> {
  const stored = await deps.store.loadQuote(quote.id);
  if (!stored) throw notFound('Nothing is known under that quoteId.');
  const route = stored.drafts[quote.routeIndex];
  if (!route) {
    const message = `routeIndex must be below ${stored.drafts.length}, the number of routes of that quote.`;
    throw validationProblem([{ field: 'routeIndex', message, code: 'out_of_range' }]);
  }
  const first = route.providers[0] ?? route.legs[0]?.provider;
  if (!first?.startsWith('CHAINFLIP')) {
    const message = 'routeIndex must name a route that begins with CHAINFLIP; this one does not.';
    throw validationProblem([{ field: 'routeIndex', message, code: 'wrong_provider' }]);
  }
}

/**
 * @throws {Problem} 400 or 404 where the request refers to a route that no channel opens, 503 while this deployment
 * has no way to open channels.
 */
export async function openChannel(deps: ChannelDeps, request: DecodedChannelRequest): Promise<DepositChannel> {
  if (request.quote) await checkQuotedRoute(deps, request.quote);
  throw new Problem({
    status: 503,
    title: 'Service Unavailable',
    detail: 'This deployment has not enabled Chainflip: it opens no deposit channels.',
  });
}
