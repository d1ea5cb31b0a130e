/**
 * Finds the swap that a tracking request is about, and stores the payment's hash before anything else is done with
 * it.
 */
import type { DecodedTrackRequest } from '../api/decode-track-request.ts';
import { Problem, validationProblem } from '../api/problem.ts';
import { routeSchema, type WireRoute } from '../api/schemas/route.ts';
import type { NetworkName } from '../chains/chain.ts';
import { CHAINS, matchesChain } from '../chains/chains.ts';
import { canonicalHash, HASH_FORMS } from '../chains/hash.ts';
import type { Store, StoredQuote, StoredSwap } from '../db/store.ts';
import type { ChainId } from '../domain/chain-id.ts';
import { type RouteDraft, sourceChainOf } from '../domain/route.ts';

export type TrackedRoute = {
  quoteId: string;
  routeIndex: number;
  draft: RouteDraft;
  /** The route exactly as it was sent. */
  route: WireRoute;
  /** The chain of the payment. */
  chain: ChainId;
  /** `ApiKey.id` of the key that requested the quote. */
  keyId?: string;
};
/** `swap` is undefined while no payment is known for the route. */
export type LocatedSwap = TrackedRoute & { swap: StoredSwap | undefined };

/** `client`: who reported the hash, as channels count their clients; absent when this deployment itself reports it. */
export type TrackRequest = DecodedTrackRequest & { client?: string };

export type LocateDeps = { store: Store; network: NetworkName; now: () => number };

const unknown = (detail: string): Problem =>
  new Problem({ status: 404, title: 'Not Found', detail, extra: { success: false, error: detail } });

/**
 * The stored response is the one sent, so the route at that index is the caller's. Undefined when it has none there.
 */
export function trackedRouteOf(quote: StoredQuote, routeIndex: number): TrackedRoute | undefined {
  const known = parsedRoutes.get(quote)?.get(routeIndex);
  if (known) return known;
  const draft = quote.drafts[routeIndex];
  const routes: unknown = quote.response.routes;
  const wire = routeSchema.safeParse(Array.isArray(routes) ? routes[routeIndex] : undefined);
  if (!draft || !wire.success) return undefined;
  const { keyId } = quote;
  const route = {
    ...{ quoteId: quote.id, routeIndex, draft, route: wire.data, chain: sourceChainOf(draft) },
    ...(keyId === undefined ? {} : { keyId }),
  };
  parsedRoutes.set(quote, (parsedRoutes.get(quote) ?? new Map<number, TrackedRoute>()).set(routeIndex, route));
  return route;
}

/** Parses each route of a quote in memory once. */
const parsedRoutes = new WeakMap<StoredQuote, Map<number, TrackedRoute>>();

function routeOf(quote: StoredQuote, routeIndex: number): TrackedRoute {
  const route = trackedRouteOf(quote, routeIndex);
  if (route) return route;
  const count = quote.drafts.length;
  const message =
    count === 0
      ? 'This quote has no routes.'
      : `routeIndex must be ${count === 1 ? '0: the quote has one route' : `from 0 to ${count - 1}`}.`;
  throw validationProblem([{ field: 'routeIndex', message, code: 'unknown_route' }]);
}

function checkChain({ chainId }: DecodedTrackRequest, chain: ChainId, network: NetworkName): void {
  if (chainId === undefined || matchesChain(chain, chainId, network)) return;
  const { networkId } = CHAINS[chain][network];
  const message = `chainId must be the chain that the route is paid on: ${chain} or ${networkId}.`;
  throw validationProblem([{ field: 'chainId', message, code: 'wrong_chain' }]);
}

function hashFor(hash: string, chain: ChainId): string {
  const canonical = canonicalHash(chain, hash);
  if (canonical !== undefined) return canonical;
  const message = `hash must be a transaction hash of ${CHAINS[chain].name}: ${HASH_FORMS[CHAINS[chain].hashFormat]}.`;
  throw validationProblem([{ field: 'hash', message, code: 'invalid_hash' }]);
}

/** A hash in every spelling under which a chain may have stored it. */
function spellings(hash: string): string[] {
  const text = hash.trim();
  const bare = text.replace(/^0x/i, '');
  return [...new Set([text, `0x${bare.toLowerCase()}`, bare.toLowerCase(), bare.toUpperCase()])];
}

/** The newest swap with that hash, of any quote; one with a mismatch only when there is no other. */
export async function swapByHash(store: Store, hash: string, but?: { id: string }): Promise<StoredSwap | undefined> {
  const found = await Promise.all(spellings(hash).map((spelling) => store.findNewestSwapByHash(spelling, but)));
  const [swap] = found
    .filter((one) => one !== undefined)
    .sort((a, b) => Number(a.mismatch !== null) - Number(b.mismatch !== null) || b.createdAt - a.createdAt);
  return swap;
}

async function byHash(deps: LocateDeps, request: TrackRequest, hash: string): Promise<LocatedSwap> {
  const swap = await swapByHash(deps.store, hash);
  const quote = swap && (await deps.store.loadQuote(swap.quoteId));
  if (!swap || !quote) throw unknown('No swap is known for this hash; send the quoteId of its quote with it.');
  checkChain(request, swap.chain, deps.network);
  return { ...routeOf(quote, swap.routeIndex), swap };
}

/** A channel belongs to the quote that it was opened for. Without a hash the channel itself names the swap. */
async function byChannel(
  deps: LocateDeps,
  request: TrackRequest,
  by: NonNullable<DecodedTrackRequest['channel']>,
): Promise<LocatedSwap> {
  const channel = await deps.store.findChannel(by);
  const quote = channel && (await deps.store.loadQuote(channel.quoteId));
  if (!channel || !quote) throw unknown('No deposit channel is known here by that number or address.');
  const located = routeOf(quote, channel.routeIndex);
  checkChain(request, located.chain, deps.network);
  if (request.hash === undefined) return { ...located, swap: await deps.store.findSwapOfChannel(channel.id) };
  return { ...located, swap: await recorded(deps, located, request.hash, request.client) };
}

async function recorded(
  deps: LocateDeps,
  { quoteId, routeIndex, chain, draft }: TrackedRoute,
  hash: string,
  client: string | undefined,
): Promise<StoredSwap> {
  const key = { quoteId, routeIndex, hash: hashFor(hash, chain) };
  const known = await deps.store.findSwap(key);
  if (known) return known;
  const swap = await deps.store.recordSwap({ ...key, chain, now: deps.now(), client });
  // An order that is reported as paid is not handed out again.
  if (draft.orderId !== undefined) await deps.store.endOrder(draft.orderId, deps.now());
  return swap;
}

/**
 * @throws {Problem} 404 for an unknown quote or hash, 400 for a routeIndex, chainId or hash that cannot be the
 * route's.
 */
export async function locateSwap(deps: LocateDeps, request: TrackRequest): Promise<LocatedSwap> {
  const { hash, quoteId, routeIndex, channel, client } = request;
  if (channel) return byChannel(deps, request, channel);
  if (quoteId === undefined) return byHash(deps, request, hash ?? '');
  const quote = await deps.store.loadQuote(quoteId);
  if (!quote) throw unknown(`No quote is known by the quoteId ${quoteId.slice(0, 100)}.`);
  const located = routeOf(quote, routeIndex);
  checkChain(request, located.chain, deps.network);
  if (hash === undefined) return { ...located, swap: await deps.store.findSwapOfRoute({ quoteId, routeIndex }) };
  return { ...located, swap: await recorded(deps, located, hash, client) };
}
