/**
 * Wraps every handler of the API in the same way: methods, request ids, CORS, body limit, problem bodies, one log line,
 * timings. A handler only returns an answer or throws.
 */
import { isProblem, Problem, problemBody } from '../api/problem.ts';
import type { ProblemBody } from '../api/schemas/problem.ts';
import { settings } from '../config/env.ts';
import type { ApiRequest } from './api-request.ts';
import type { Admitted, Authenticator } from './authenticate.ts';
import type { Caller } from './caller.ts';
import { type ClientAddress, createClientAddress } from './client-address.ts';
import { corsHeaders, preflightHeaders } from './cors.ts';
import { faultText } from './fault-text.ts';
import { type Log, levelOf, logger } from './logger.ts';
import { count, observe } from './metrics.ts';
import { type PackableText, packable, packedText, recurringJson } from './packed-text.ts';
import { BODY_LIMIT_BYTES, readJson } from './read-body.ts';
import { type RequestTrace, traceOf } from './request-id.ts';
import { forEveryMethod, METHODS, type Method, type RouteHandler, type RouteHandlers } from './route-handler.ts';
import { requestSpan } from './trace.ts';
import { wholeAnswer } from './whole-answer.ts';

type HandledMethod = Exclude<Method, 'HEAD' | 'OPTIONS'>;

export type EndpointInput = {
  request: ApiRequest;
  /** Equals the `traceId` of problem bodies. */
  requestId: string;
  /** The client's address, of the socket or as trusted proxies report it; '' where it is unknown. */
  clientAddress: string;
  /** An integrator identified by its key, otherwise the client's address. */
  caller: Caller;
  /** Parsed JSON for POST, PUT and PATCH; undefined otherwise. Not validated. */
  body: unknown;
  query: URLSearchParams;
  /** Dynamic segments of the path; the segments of a catch-all are joined by `/`. */
  params: Record<string, string>;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
  /** Takes further points from the caller, before work that only the body names. @throws {Problem} 429 */
  charge: (points: number) => Promise<void>;
  /** One structured line, with the request's id. No secrets, no full addresses. */
  log: Log;
  /** Adds to the `server-timing` header. */
  timing: (name: string, ms: number) => void;
};

export type EndpointAnswer = {
  status?: number;
  body: unknown;
  headers?: Record<string, string>;
  /** Many callers are answered with this very body. */
  recurs?: boolean;
};
/** A `Response` (event streams, files) is passed through; ids and CORS headers are added to it. */
export type EndpointHandler = (input: EndpointInput) => Promise<EndpointAnswer | Response>;

export type EndpointOptions = {
  /** The path's pattern, as the log has it. */
  route: string;
  cors: boolean;
  bodyLimitBytes?: number;
  /** False: the body is not read. */
  readsBody?: boolean;
  /** True: only failures are logged. */
  quiet?: boolean;
  methods: Partial<Record<HandledMethod, EndpointHandler>>;
  /** What a call costs, and, below /v1, who may make it. Without it a path is free. */
  authenticator?: () => Promise<Authenticator>;
};

type RouteContext = Parameters<RouteHandler>[1];

/** The state of one request that does not depend on its method. */
type Exchange = {
  request: ApiRequest;
  trace: RequestTrace;
  startedMs: number;
  timings: string[];
  log: Log;
  /** Headers for every answer to an admitted caller. */
  headers: Record<string, string>;
  /** Set once the caller is admitted. */
  caller?: Caller;
  charge?: Admitted['charge'];
};

async function jsonResponse(
  request: ApiRequest,
  status: number,
  text: PackableText,
  headers: Record<string, string> = {},
): Promise<Response> {
  const packed = await packedText(request, text);
  return wholeAnswer(request, packed.body, {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...packed.headers,
      ...headers,
    },
  });
}

const allowOf = (options: EndpointOptions): string =>
  METHODS.filter(
    (method) => method === 'OPTIONS' || (method === 'HEAD' ? options.methods.GET : options.methods[method]),
  ).join(', ');

let addressOf: ClientAddress | undefined;
/** The address of a request's client; '' where it is unknown. */
export function clientAddressOf({ headers }: Pick<ApiRequest, 'headers'>): string {
  addressOf ??= createClientAddress(settings().access);
  return addressOf(headers, headers.get('x-portage-client-address') ?? '');
}

const isApi = (route: string): boolean => route === '/v1' || route.startsWith('/v1/');

/** Authenticates and charges the caller for every endpoint, so that no endpoint handles keys and limits itself. */
async function callerOf(
  { route, authenticator: openAuthenticator }: EndpointOptions,
  exchange: Exchange,
): Promise<Caller> {
  const { request } = exchange;
  const address = clientAddressOf(request);
  const authenticator = await openAuthenticator?.();
  if (!authenticator) return { kind: 'anonymous', address };
  const asked = { request, route, address };
  const { caller, headers, charge } = await (isApi(route)
    ? authenticator.admit(asked)
    : authenticator.admitVisitor(asked));
  exchange.headers = headers;
  exchange.charge = charge;
  exchange.caller = caller;
  return caller;
}

type Incoming = { options: EndpointOptions; exchange: Exchange; caller: Caller; context: RouteContext };

async function inputOf({ options, exchange, caller, context }: Incoming): Promise<EndpointInput> {
  const { request } = exchange;
  const params = Object.entries((await context?.params) ?? {});
  const hasBody = options.readsBody !== false && ['POST', 'PUT', 'PATCH'].includes(request.method);
  return {
    request,
    requestId: exchange.trace.requestId,
    clientAddress: clientAddressOf(request),
    caller,
    body: hasBody ? await readJson(request, options.bodyLimitBytes ?? BODY_LIMIT_BYTES) : undefined,
    query: new URL(request.url).searchParams,
    params: Object.fromEntries(
      params.map(([key, value]) => [key, Array.isArray(value) ? value.join('/') : (value ?? '')]),
    ),
    signal: request.signal,
    charge: async (points) => {
      if (points > 0 && exchange.charge) exchange.headers = await exchange.charge(points);
    },
    log: exchange.log,
    timing: (name, ms) => exchange.timings.push(`${name};dur=${ms.toFixed(1)}`),
  };
}

async function answer(options: EndpointOptions, exchange: Exchange, context: RouteContext): Promise<Response> {
  const { request } = exchange;
  const allow = allowOf(options);
  if (request.method === 'OPTIONS') {
    const headers = options.cors ? preflightHeaders(request, allow) : {};
    return new Response(null, { status: 204, headers: { allow, ...headers } });
  }
  const caller = await callerOf(options, exchange);
  const handler = options.methods[(request.method === 'HEAD' ? 'GET' : request.method) as HandledMethod];
  if (!handler) {
    throw new Problem({
      status: 405,
      title: 'Method Not Allowed',
      detail: `${options.route} answers ${allow}.`,
      headers: { allow },
    });
  }
  const result = await handler(await inputOf({ options, exchange, caller, context }));
  if (result instanceof Response) return result;
  if (result.status === 304) return new Response(null, { status: 304, headers: result.headers ?? {} });
  const text = result.recurs ? recurringJson(result.body) : packable(JSON.stringify(result.body));
  return jsonResponse(request, result.status ?? 200, text, result.headers);
}

function problemOf(error: unknown, log: Log): Problem {
  if (isProblem(error)) return error;
  log({ event: 'unexpected', error: faultText(error) });
  return new Problem({ status: 500, title: 'Internal Server Error', detail: 'An unexpected error occurred' });
}

/** The problem body of an error that occurs after the status was sent: in an event stream. */
export function problemFor(error: unknown, about: { request: ApiRequest; requestId: string; log: Log }): ProblemBody {
  const instance = new URL(about.request.url).pathname;
  return problemBody(problemOf(error, about.log), { instance, traceId: about.requestId, at: Date.now() });
}

function finish(options: EndpointOptions, exchange: Exchange, response: Response): Response {
  const ms = performance.now() - exchange.startedMs;
  const { headers } = response;
  headers.set('x-request-id', exchange.trace.requestId);
  if (exchange.trace.traceparent) headers.set('traceparent', exchange.trace.traceparent);
  headers.set('server-timing', [...exchange.timings, `total;dur=${ms.toFixed(1)}`].join(', '));
  headers.set('x-content-type-options', 'nosniff');
  for (const [name, value] of Object.entries(exchange.headers)) headers.set(name, value);
  if (options.cors) for (const [name, value] of Object.entries(corsHeaders())) headers.set(name, value);
  const { method } = exchange.request;
  const { route } = options;
  const { status } = response;
  const caller = exchange.caller?.kind ?? 'anonymous';
  if (!options.quiet || status >= 400)
    exchange.log({ event: 'request', method, route, status, ms: Math.round(ms), caller });
  count('portage_requests_total', { route, method, status: String(status), caller });
  observe('portage_request_seconds', { route }, ms / 1000);
  if (status === 429) count('portage_limited_total', { route, caller });
  if (method !== 'HEAD' || response.body === null) return response;
  void response.body.cancel().catch(() => undefined);
  return new Response(null, { status, headers });
}

async function handle(options: EndpointOptions, request: ApiRequest, context: RouteContext): Promise<Response> {
  const trace = traceOf(request.headers);
  const { requestId, traceId, spanId } = trace;
  const child = logger(settings().logLevel).child({ requestId, traceId, spanId });
  const exchange: Exchange = {
    request,
    trace,
    startedMs: performance.now(),
    timings: [],
    headers: {},
    log: (event, message) => child[levelOf(event)](event, message),
  };
  const about = {
    name: `${request.method} ${options.route}`,
    attributes: { 'http.request.method': request.method, 'http.route': options.route },
  };
  return requestSpan(trace, about, async (span) => {
    const response = await answerOrProblem(options, exchange, context);
    const { status } = response;
    span.set({ 'http.response.status_code': status, 'portage.caller': exchange.caller?.kind ?? 'anonymous' });
    if (status >= 500) span.fail(`HTTP ${status}`);
    return response;
  });
}

async function answerOrProblem(options: EndpointOptions, exchange: Exchange, context: RouteContext) {
  const { request, trace } = exchange;
  try {
    return finish(options, exchange, await answer(options, exchange, context));
  } catch (error) {
    // The client is gone; nginx logs 499 in this case.
    if (request.signal.aborted) return finish(options, exchange, new Response(null, { status: 499 }));
    const problem = problemOf(error, exchange.log);
    const about = { instance: new URL(request.url).pathname, traceId: trace.requestId, at: Date.now() };
    const body = packable(JSON.stringify(problemBody(problem, about)));
    const response = await jsonResponse(request, problem.status, body, problem.headers);
    return finish(options, exchange, response);
  }
}

/** All methods of one path: `endpoint({ route: '/v1/quote', cors: true, methods: { POST } })`. */
export const endpoint = (options: EndpointOptions): RouteHandlers =>
  forEveryMethod((request, context) => handle(options, request, context));
