/** The calls of the interface over HTTP, whoever checks the answers: `client.ts` does, `page-client.ts` need not. */
import { ApiProblem } from './api-problem.ts';
import { readEvents } from './event-reader.ts';
import type { DepositChannel, DepositChannelRequest } from './schemas/deposit-channel.ts';
import type { QuoteRequest, QuoteResponse, WireProviderError } from './schemas/quote.ts';
import type { WireRoute } from './schemas/route.ts';
import type { TokensResponse } from './schemas/tokens.ts';
import type { TrackRequest, TrackResponse } from './schemas/track.ts';

export type QuoteEvent =
  | { type: 'route'; route: WireRoute }
  | { type: 'providerError'; providerError: WireProviderError }
  | { type: 'quote'; quote: QuoteResponse };

export type CallOptions = { signal?: AbortSignal };
export type TokensQuery = {
  provider?: string;
  chain?: string;
  search?: string;
  limit?: number;
  offset?: number;
  /** Identifiers, separated by commas. */
  assets?: string;
  sort?: 'popular';
};

/** The signature of a route's `meta.typedData`, 0x and hex digits. */
export type SignedOrder = { quoteId: string; routeIndex: number; signature: string };

export type PortageClient = {
  quote(request: QuoteRequest, options?: CallOptions): Promise<QuoteResponse>;
  /** Routes and provider errors as they come in, then the whole quote; ends after it. */
  quoteStream(request: QuoteRequest, options?: CallOptions): AsyncGenerator<QuoteEvent, void>;
  track(request: TrackRequest, options?: CallOptions): Promise<TrackResponse>;
  /** The state now, then again whenever it changes; ends when it is final. */
  trackStream(request: TrackRequest, options?: CallOptions): AsyncGenerator<TrackResponse, void>;
  depositChannel(request: DepositChannelRequest, options?: CallOptions): Promise<DepositChannel>;
  tokens(query?: TokensQuery, options?: CallOptions): Promise<TokensResponse>;
  /** Pays an order of Garden by signature: Garden sends the transaction, whose hash is answered. */
  submitSignature(order: SignedOrder, options?: CallOptions): Promise<{ hash: string }>;
};

/** Turns a parsed JSON body into its type. @throws {ApiProblem} where it is not what the interface promises. */
export type Reads = {
  quote(value: unknown): QuoteResponse;
  route(value: unknown): WireRoute;
  providerError(value: unknown): WireProviderError;
  track(value: unknown): TrackResponse;
  depositChannel(value: unknown): DepositChannel;
  tokens(value: unknown): TokensResponse;
  submitted(value: unknown): { hash: string };
};

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

async function problemFrom(response: Response): Promise<ApiProblem> {
  const text = await response.text().catch(() => '');
  const retryAfter = response.headers.get('retry-after');
  try {
    return new ApiProblem(response.status, objectOf(JSON.parse(text)), { retryAfter });
  } catch {
    const detail = `The answer was ${response.status}.`;
    return new ApiProblem(response.status, { title: response.statusText, detail }, { retryAfter });
  }
}

type Send = (path: string, init: RequestInit) => Promise<Response>;

/** @param baseUrl such as `https://swap.example`; '' for the page's own origin. */
function sender(baseUrl: string, fetchLike: typeof fetch): Send {
  return async (path, init) => {
    let response: Response;
    try {
      response = await fetchLike(`${baseUrl.replace(/\/+$/, '')}${path}`, init);
    } catch (cause) {
      if (init.signal?.aborted) throw cause;
      throw new ApiProblem(0, { title: 'No Answer', detail: 'The service cannot be reached.' }, { cause });
    }
    if (!response.ok) throw await problemFrom(response);
    return response;
  };
}

const post = (body: unknown, accept: string, options?: CallOptions): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', accept },
  body: JSON.stringify(body),
  ...(options?.signal ? { signal: options.signal } : {}),
});

async function json<T>(send: Send, path: string, read: (value: unknown) => T, init: RequestInit): Promise<T> {
  const response = await send(path, init);
  const body: unknown = await response.json().catch((cause: unknown) => {
    throw new ApiProblem(0, { title: 'Unreadable Answer', detail: 'The answer is not JSON.' }, { cause });
  });
  return read(body);
}

/** Events that this client does not know are passed over, so that a newer server breaks nobody. */
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

async function* eventsOf(send: Send, path: string, request: unknown, options?: CallOptions) {
  const response = await send(path, post(request, 'text/event-stream', options));
  for await (const event of readEvents(response)) {
    if (event.event === 'error') throw failedStream(event.data);
    yield event;
  }
}

const queryOf = (query: TokensQuery): string => {
  const pairs = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
};

export type ClientOptions = { baseUrl: string; fetch?: typeof fetch };

export function createClient(read: Reads, options: ClientOptions): PortageClient {
  const send = sender(options.baseUrl, options.fetch ?? ((input, init) => globalThis.fetch(input, init)));
  const JSON_TYPE = 'application/json';
  return {
    quote: (request, call) => json(send, '/v1/quote', read.quote, post(request, JSON_TYPE, call)),
    async *quoteStream(request, call) {
      for await (const { event, data } of eventsOf(send, '/v1/quote', request, call)) {
        const known = quoteEvent(read, event, data);
        if (known) yield known;
        if (known?.type === 'quote') return;
      }
    },
    track: (request, call) => json(send, '/v1/track', read.track, post(request, JSON_TYPE, call)),
    async *trackStream(request, call) {
      for await (const { data } of eventsOf(send, '/v1/track', request, call)) yield read.track(data);
    },
    depositChannel: (request, call) =>
      json(send, '/v1/chainflip-deposit-channel', read.depositChannel, post(request, JSON_TYPE, call)),
    submitSignature: ({ quoteId, routeIndex, signature }, call) =>
      json(
        send,
        `/garden/${encodeURIComponent(quoteId)}/${routeIndex}`,
        read.submitted,
        post({ signature }, JSON_TYPE, call),
      ),
    tokens: (query = {}, call) =>
      json(send, `/v1/tokens${queryOf(query)}`, read.tokens, {
        headers: { accept: JSON_TYPE },
        ...(call?.signal ? { signal: call.signal } : {}),
      }),
  };
}
