/** The typed client that the page, the tests and integrators use: what it returns has been checked, what fails is an `ApiProblem`. */
import { z } from 'zod';
import { readEvents } from './event-reader.ts';
import { type DepositChannel, type DepositChannelRequest, depositChannelSchema } from './schemas/deposit-channel.ts';
import type { FieldFault } from './schemas/problem.ts';
import {
  providerErrorSchema,
  type QuoteRequest,
  type QuoteResponse,
  quoteResponseSchema,
  type WireProviderError,
} from './schemas/quote.ts';
import { routeSchema, type WireRoute } from './schemas/route.ts';
import { type TokensResponse, tokensResponseSchema } from './schemas/tokens.ts';
import { type TrackRequest, type TrackResponse, trackResponseSchema } from './schemas/track.ts';

/** What went wrong, as far as it is known; `status` is 0 when no answer came at all or it could not be read. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly traceId: string | undefined;
  readonly errors: FieldFault[];
  /** The whole body, where there was one. */
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>, options?: { cause?: unknown }) {
    const text = (key: string) => (typeof body[key] === 'string' ? body[key] : undefined);
    super(text('detail') ?? text('title') ?? `The answer was ${status}.`, options);
    this.status = status;
    this.title = text('title') ?? 'Error';
    this.detail = this.message;
    this.traceId = text('traceId');
    this.errors = Array.isArray(body.errors) ? body.errors.filter(isFault) : [];
    this.body = body;
  }
}

const isFault = (value: unknown): value is FieldFault =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string';

export type QuoteEvent =
  | { type: 'route'; route: WireRoute }
  | { type: 'providerError'; providerError: WireProviderError }
  | { type: 'quote'; quote: QuoteResponse };

export type CallOptions = { signal?: AbortSignal };
export type TokensQuery = { provider?: string; chain?: string; search?: string; limit?: number; offset?: number };

/** The signature of a route's `meta.typedData`, 0x and hex digits. */
export type SignedOrder = { quoteId: string; routeIndex: number; signature: string };
const submittedSchema = z.object({ hash: z.string().min(1) });

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

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

async function problemFrom(response: Response): Promise<ApiProblem> {
  const text = await response.text().catch(() => '');
  try {
    return new ApiProblem(response.status, objectOf(JSON.parse(text)));
  } catch {
    return new ApiProblem(response.status, {
      title: response.statusText,
      detail: `The answer was ${response.status}.`,
    });
  }
}

function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ApiProblem(
    0,
    { title: 'Unreadable Answer', detail: 'The answer is not what the interface promises.' },
    {
      cause: parsed.error,
    },
  );
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

async function json<T>(send: Send, path: string, schema: z.ZodType<T>, init: RequestInit): Promise<T> {
  const response = await send(path, init);
  const body: unknown = await response.json().catch((cause: unknown) => {
    throw new ApiProblem(0, { title: 'Unreadable Answer', detail: 'The answer is not JSON.' }, { cause });
  });
  return checked(schema, body);
}

/** Events that this client does not know are passed over, so that a newer server breaks nobody. */
function quoteEvent(name: string, data: unknown): QuoteEvent | undefined {
  if (name === 'route') return { type: 'route', route: checked(routeSchema, data) };
  if (name === 'providerError') return { type: 'providerError', providerError: checked(providerErrorSchema, data) };
  if (name === 'quote') return { type: 'quote', quote: checked(quoteResponseSchema, data) };
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

export function createPortageClient(options: { baseUrl: string; fetch?: typeof fetch }): PortageClient {
  const send = sender(options.baseUrl, options.fetch ?? ((input, init) => globalThis.fetch(input, init)));
  const JSON_TYPE = 'application/json';
  return {
    quote: (request, call) => json(send, '/v1/quote', quoteResponseSchema, post(request, JSON_TYPE, call)),
    async *quoteStream(request, call) {
      for await (const { event, data } of eventsOf(send, '/v1/quote', request, call)) {
        const known = quoteEvent(event, data);
        if (known) yield known;
        if (known?.type === 'quote') return;
      }
    },
    track: (request, call) => json(send, '/v1/track', trackResponseSchema, post(request, JSON_TYPE, call)),
    async *trackStream(request, call) {
      for await (const { data } of eventsOf(send, '/v1/track', request, call)) yield checked(trackResponseSchema, data);
    },
    depositChannel: (request, call) =>
      json(send, '/v1/chainflip-deposit-channel', depositChannelSchema, post(request, JSON_TYPE, call)),
    submitSignature: ({ quoteId, routeIndex, signature }, call) =>
      json(
        send,
        `/garden/${encodeURIComponent(quoteId)}/${routeIndex}`,
        submittedSchema,
        post({ signature }, JSON_TYPE, call),
      ),
    tokens: (query = {}, call) =>
      json(send, `/v1/tokens${queryOf(query)}`, tokensResponseSchema, {
        headers: { accept: JSON_TYPE },
        ...(call?.signal ? { signal: call.signal } : {}),
      }),
  };
}
