/**
 * Gives Next one handler under the name of every method; the handler itself decides which methods its path supports.
 */
import type { ApiRequest } from './api-request.ts';

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export type Method = (typeof METHODS)[number];

type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };
export type RouteHandler = (request: ApiRequest, context?: RouteContext) => Promise<Response>;
export type RouteHandlers = Record<Method, RouteHandler>;

export const forEveryMethod = (handler: RouteHandler): RouteHandlers => ({
  GET: handler,
  HEAD: handler,
  POST: handler,
  PUT: handler,
  PATCH: handler,
  DELETE: handler,
  OPTIONS: handler,
});
