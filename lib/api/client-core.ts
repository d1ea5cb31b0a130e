/**
 * Implements the calls of the interface over HTTP. The caller supplies the functions that read answers: `client.ts`
 * checks them, `page-client.ts` does not.
 */
import { ApiProblem } from './api-problem.ts';
import { type IntegratorCalls, type IntegratorReads, integratorCalls } from './client-integrator.ts';
import {
  type CallOptions,
  type ClientOptions,
  createSender,
  getOf,
  jsonOf,
  objectOf,
  postOf,
  queryOf,
  type Send,
  waitFor,
} from './client-send.ts';
import { watchSwap } from './client-watch.ts';
import { readEvents } from './event-reader.ts';
import type { ChainsResponse } from './schemas/chains.ts';
import type { DepositChannel, DepositChannelRequest } from './schemas/deposit-channel.ts';
import type { ProvidersResponse } from './schemas/providers.ts';
import type { WireProviderError as ProviderError, QuoteRequest, QuoteResponse } from './schemas/quote.ts';
import type { WireRoute as Route } from './schemas/route.ts';
import type { SigningKeys } from './schemas/signing-keys.ts';
import type { TokensResponse } from './schemas/tokens.ts';
import type { TrackRequest, TrackResponse } from './schemas/track.ts';

export type QuoteEvent =
  | { type: 'route'; route: Route }
  | { type: 'providerError'; providerError: ProviderError }
  | { type: 'quote'; quote: QuoteResponse };

/** `idempotencyKey`: for a day, the same key with the same request creates once and returns the same answer. */
export type CreateOptions = CallOptions & { idempotencyKey?: string };

export type TokensQuery = {
  provider?: string;
  chain?: string;
  search?: string;
  limit?: number;
  offset?: number;
  /** Asset identifiers, separated by commas. */
  assets?: string;
  sort?: 'popular';
};

/** The signature of a route's `meta.typedData`, as 0x and hex digits. */
export type SignedOrder = { quoteId: string; routeIndex: number; signature: string };

export type PortageClient = IntegratorCalls & {
  quote(request: QuoteRequest, options?: CreateOptions): Promise<QuoteResponse>;
  /**
   * Yields routes and provider errors as they arrive, then the whole quote, and ends. If it throws, ask for a new
   * quote.
   */
  quoteStream(request: QuoteRequest, options?: CreateOptions): AsyncGenerator<QuoteEvent, void>;
  /** The stored quote, exactly as it was first answered. */
  storedQuote(quoteId: string, options?: CallOptions): Promise<QuoteResponse>;
  track(request: TrackRequest, options?: CallOptions): Promise<TrackResponse>;
  /** Yields the current state, and again whenever it changes. Ends when the state is final or the connection ends. */
  trackStream(request: TrackRequest, options?: CallOptions): AsyncGenerator<TrackResponse, void>;
  /** Like `trackStream`, over connections that break: resumes streams or polls, and ends only when the swap does. */
  watch(request: TrackRequest, options?: CallOptions): AsyncGenerator<TrackResponse, void>;
  depositChannel(request: DepositChannelRequest, options?: CreateOptions): Promise<DepositChannel>;
  tokens(query?: TokensQuery, options?: CallOptions): Promise<TokensResponse>;
  providers(options?: CallOptions): Promise<ProvidersResponse>;
  chains(options?: CallOptions): Promise<ChainsResponse>;
  /**
   * The keys by which this deployment's answers are verified: fetch them once, keep them, and pass them to
   * `verifySignature`.
   */
  signingKeys(options?: CallOptions): Promise<SigningKeys>;
  /** Pays an order of Garden by signature. Garden sends the transaction and answers its hash. */
  submitSignature(order: SignedOrder, options?: CallOptions): Promise<{ hash: string }>;
};

/** Turns parsed JSON bodies into their types. @throws {ApiProblem} when a body violates the interface. */
export type Reads = IntegratorReads & {
  quote(value: unknown): QuoteResponse;
  route(value: unknown): Route;
  providerError(value: unknown): ProviderError;
  track(value: unknown): TrackResponse;
  depositChannel(value: unknown): DepositChannel;
  tokens(value: unknown): TokensResponse;
  providers(value: unknown): ProvidersResponse;
  chains(value: unknown): ChainsResponse;
  signingKeys(value: unknown): SigningKeys;
  submitted(value: unknown): { hash: string };
};

const JSON_TYPE = 'application/json';
const EVENT_TYPE = 'text/event-stream';
/** The number of token lists that are cached by their `ETag`. */
const MOST_REMEMBERED = 20;

/** Reads one event of a quote's stream. Unknown events are skipped, so that a newer server breaks no client. */
function quoteEvent(read: Reads, name: string, data: unknown): QuoteEvent | undefined {
  if (name === 'route') return { type: 'route', route: read.route(data) };
  if (name === 'providerError') return { type: 'providerError', providerError: read.providerError(data) };
  if (name === 'quote') return { type: 'quote', quote: read.quote(data) };
  return undefined;
}

const failedStream = (data: unknown) => {
  const body = objectOf(data);
  return new ApiProblem(typeof body.status === 'number' ? body.status : 0, body);
};

async function* eventsOf(send: Send, path: string, request: unknown, safe: boolean, options?: CreateOptions) {
  const response = await send(path, postOf(request, EVENT_TYPE, options), safe);
  for await (const event of readEvents(response)) {
    if (event.event === 'error') throw failedStream(event.data);
    yield event;
  }
}

/**
 * Whether a quote may be requested twice: one that creates nothing, or one whose idempotency key prevents a second
 * creation.
 */
const isSafe = ({ includeTx }: QuoteRequest, options?: CreateOptions): boolean =>
  includeTx !== true || options?.idempotencyKey !== undefined;

type TokensCall = (query: TokensQuery, call?: CallOptions) => Promise<TokensResponse>;

/** Caches token lists and revalidates them by `ETag`. Browsers do so by themselves. */
function rememberingTokens(send: Send, read: Reads['tokens']): TokensCall {
  const known = new Map<string, { etag: string; tokens: TokensResponse }>();
  return async (query, call) => {
    const path = `/v1/tokens${queryOf(query)}`;
    const last = known.get(path);
    const response = await send(path, getOf(call, last ? { 'if-none-match': last.etag } : {}), true);
    if (response.status === 304 && last) return last.tokens;
    const tokens = read(await jsonOf(response));
    const etag = response.headers.get('etag');
    known.delete(path);
    if (etag !== null) known.set(path, { etag, tokens });
    const [oldest] = known.keys();
    if (known.size > MOST_REMEMBERED && oldest !== undefined) known.delete(oldest);
    return tokens;
  };
}

type Calls = Pick<PortageClient, 'quote' | 'quoteStream' | 'storedQuote' | 'depositChannel'>;

function quoteCalls(read: Reads, send: Send): Calls {
  return {
    quote: async (request, call) =>
      read.quote(await jsonOf(await send('/v1/quote', postOf(request, JSON_TYPE, call), isSafe(request, call)))),
    async *quoteStream(request, call) {
      for await (const { event, data } of eventsOf(send, '/v1/quote', request, isSafe(request, call), call)) {
        const known = quoteEvent(read, event, data);
        if (known) yield known;
        if (known?.type === 'quote') return;
      }
      if (!call?.signal?.aborted)
        throw new ApiProblem(0, {
          title: 'No Answer',
          detail: 'The connection ended before the quote did; ask again.',
        });
    },
    storedQuote: async (quoteId, call) =>
      read.quote(await jsonOf(await send(`/v1/quote/${encodeURIComponent(quoteId)}`, getOf(call), true))),
    depositChannel: async (request, call) => {
      const init = postOf(request, JSON_TYPE, call);
      const safe = call?.idempotencyKey !== undefined;
      return read.depositChannel(await jsonOf(await send('/v1/chainflip-deposit-channel', init, safe)));
    },
  };
}

export type CoreOptions = ClientOptions & {
  /** False leaves the caching of token lists to the browser. */
  remembersTokens?: boolean;
};

export function createClient(read: Reads, options: CoreOptions): PortageClient {
  const send = createSender(options);
  const { wait = waitFor, remembersTokens = true } = options;
  const plainTokens: TokensCall = async (query, call) =>
    read.tokens(await jsonOf(await send(`/v1/tokens${queryOf(query)}`, getOf(call), true)));
  const tokens = remembersTokens ? rememberingTokens(send, read.tokens) : plainTokens;
  return {
    ...quoteCalls(read, send),
    ...integratorCalls(read, send),
    track: async (request, call) =>
      read.track(await jsonOf(await send('/v1/track', postOf(request, JSON_TYPE, call), true))),
    async *trackStream(request, call) {
      for await (const { data } of eventsOf(send, '/v1/track', request, true, call)) yield read.track(data);
    },
    watch: (request, call) => watchSwap({ send, read: read.track, wait }, request, call),
    tokens: (query = {}, call) => tokens(query, call),
    providers: async (call) => read.providers(await jsonOf(await send('/v1/providers', getOf(call), true))),
    chains: async (call) => read.chains(await jsonOf(await send('/v1/chains', getOf(call), true))),
    signingKeys: async (call) =>
      read.signingKeys(await jsonOf(await send('/.well-known/portage.json', getOf(call), true))),
    submitSignature: async ({ quoteId, routeIndex, signature }, call) => {
      const path = `/garden/${encodeURIComponent(quoteId)}/${routeIndex}`;
      return read.submitted(await jsonOf(await send(path, postOf({ signature }, JSON_TYPE, call), false)));
    },
  };
}
