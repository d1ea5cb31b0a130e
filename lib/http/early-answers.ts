/**
 * Answers requests that Next cannot answer, or not yet: health checks while Next loads, and methods and paths that it
 * handles badly.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Problem, problemBody } from '../api/problem.ts';
import { corsHeaders } from './cors.ts';
import type { Log } from './logger.ts';
import { count } from './metrics.ts';
import { unreadable } from './readable-request.ts';
import { traceOf } from './request-id.ts';
import { stopping } from './stopping.ts';

const KNOWN_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export const pathOf = (request: IncomingMessage): string => (request.url ?? '/').split('?')[0] ?? '/';

const isApi = (path: string): boolean => path === '/v1' || path.startsWith('/v1/');

const isHealth = (path: string): boolean => path === '/health' || path.startsWith('/health/');
/** Checks the Host and the caller itself. */
const isMetrics = (path: string): boolean => path === '/metrics';

/** Whether a Host is this deployment's; undefined where every Host is accepted. */
export type HostCheck = ((host: string | undefined) => boolean) | undefined;

/**
 * Whether Next would take a request for the call of a server action, and log at length that there is none. The API reads
 * JSON whatever the content type says. Source: next/dist/server/lib/server-action-request-meta.js.
 */
const callsAction = ({ headers }: IncomingMessage, path: string): boolean =>
  headers['next-action'] !== undefined ||
  (!isApi(path) && headers['content-type']?.startsWith('multipart/form-data') === true);

const READING = ['GET', 'HEAD'];

const wrongMethod = (detail: string, allowed: readonly string[]): Problem =>
  new Problem({ status: 405, title: 'Method Not Allowed', detail, headers: { allow: allowed.join(', ') } });

/**
 * The problem to answer before Next sees the request; undefined where Next may answer.
 * @param isFile whether a path is a file's. Next answers 500 to any method but GET and HEAD on a file.
 */
export function earlyProblem(
  request: IncomingMessage,
  ready: boolean,
  isOwnHost?: HostCheck,
  isFile: (path: string) => boolean = () => false,
): Problem | undefined {
  const path = pathOf(request);
  const broken = unreadable(request);
  if (broken) return broken;
  if (callsAction(request, path))
    return new Problem({ status: 400, title: 'Bad Request', detail: 'There are no server actions here.' });
  if (isOwnHost && !isHealth(path) && !isMetrics(path) && !isOwnHost(request.headers.host))
    return new Problem({
      status: 421,
      title: 'Misdirected Request',
      detail: 'This deployment does not answer under that Host; whoever runs it names its own in ALLOWED_HOSTS.',
    });
  if ((path === '/health' || path === '/health/ready') && (!ready || stopping.aborted))
    return new Problem({
      status: 503,
      title: 'Service Unavailable',
      detail: stopping.aborted ? 'The server is stopping.' : 'The server is starting.',
      headers: { 'retry-after': '1' },
    });
  const { method = '' } = request;
  if (!KNOWN_METHODS.includes(method)) return wrongMethod(`No path answers ${method || 'this method'}.`, KNOWN_METHODS);
  if (!READING.includes(method) && isFile(path)) return wrongMethod('A file answers GET and HEAD.', READING);
  return undefined;
}

/** Whether this is a liveness check, which is answered whatever else happens: while Next loads, and under any load. */
export const isLiveQuestion = (request: IncomingMessage): boolean =>
  pathOf(request) === '/health/live' && (request.method === 'GET' || request.method === 'HEAD');

/** Whether a browser asks for a page, or for a script or picture of one. */
export const isForPage = (request: IncomingMessage, isFile: (path: string) => boolean): boolean =>
  request.headers['sec-fetch-mode'] === 'navigate' ||
  pathOf(request).startsWith('/_next/static/') ||
  isFile(pathOf(request));

export function sendLive(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(request.method === 'HEAD' ? undefined : JSON.stringify({ status: 'live' }));
}

const otherwise = (method: string | undefined): string =>
  method !== undefined && KNOWN_METHODS.includes(method) ? method : 'other';

/** Counts a request that was refused before its path was matched, and logs it in one line. */
export function noteRefusal(log: Log, status: number, method?: string): void {
  const labels = { route: 'none', method: otherwise(method), status: String(status), caller: 'anonymous' };
  count('portage_requests_total', labels);
  log({ event: 'request', ...labels, status });
}

export function sendProblem(request: IncomingMessage, response: ServerResponse, problem: Problem): void {
  const given = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const { requestId } = traceOf(new Headers(given));
  const path = pathOf(request);
  const body = JSON.stringify(problemBody(problem, { instance: path, traceId: requestId, at: Date.now() }));
  response.writeHead(problem.status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': requestId,
    ...(isApi(path) ? corsHeaders() : {}),
    // The rest of what the client sends is not needed, and would have to be read before the next request.
    ...(request.method === 'GET' || request.method === 'HEAD' ? {} : { connection: 'close' }),
    ...problem.headers,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
