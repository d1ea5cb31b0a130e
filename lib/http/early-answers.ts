/** Answers what Next cannot or not yet: health while the pages load, methods and paths that Next has no words for. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Problem, problemBody } from '../api/problem.ts';
import { corsHeaders } from './cors.ts';
import { traceOf } from './request-id.ts';
import { stopping } from './stopping.ts';

const KNOWN_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const pathOf = (request: IncomingMessage): string => (request.url ?? '/').split('?')[0] ?? '/';

const isApi = (path: string): boolean => path === '/v1' || path.startsWith('/v1/');

function decodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Undefined: hand the request to Next. */
export function earlyProblem(request: IncomingMessage, ready: boolean): Problem | undefined {
  const path = pathOf(request);
  if ((path === '/health' || path === '/health/ready') && (!ready || stopping.aborted))
    return new Problem({
      status: 503,
      title: 'Service Unavailable',
      detail: stopping.aborted ? 'The server is stopping.' : 'The server is starting.',
      headers: { 'retry-after': '1' },
    });
  if (!KNOWN_METHODS.includes(request.method ?? ''))
    return new Problem({
      status: 405,
      title: 'Method Not Allowed',
      detail: `No path answers ${request.method ?? 'this method'}.`,
      headers: { allow: KNOWN_METHODS.join(', ') },
    });
  if (isApi(path) && !decodable(path))
    return new Problem({ status: 404, title: 'Not Found', detail: 'The path cannot be read.' });
  return undefined;
}

/** Alive is whoever can say so: also while the pages load. */
export const isLiveQuestion = (request: IncomingMessage): boolean =>
  pathOf(request) === '/health/live' && (request.method === 'GET' || request.method === 'HEAD');

export function sendLive(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(request.method === 'HEAD' ? undefined : JSON.stringify({ status: 'live' }));
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
    ...problem.headers,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
