/**
 * Reaches the one composition of this process from what Next bundles: pages, routes and `proxy.ts`. Next loads its
 * bundle by itself, each layer of it apart from the server's own modules, so this one object crosses on globalThis;
 * only types are imported here.
 */
import { forEveryMethod, type RouteHandlers } from '../http/route-handler.ts';
import type { RouteName } from './routes.ts';
import type { Served } from './serve.ts';

declare global {
  /** Set by `serve.ts` and read only here. */
  var portage: Served | undefined;
}

/** @throws {Error} when Next was started without Portage's server, as by `next start`. */
export function served(): Served {
  if (globalThis.portage === undefined) throw new Error('Start Portage by "npm start" or "npm run dev", not by Next.');
  return globalThis.portage;
}

/** The exports of a `route.ts`: all methods of a path are one handler, which reads the method itself. */
export const routeHandlers = (name: RouteName): RouteHandlers =>
  forEveryMethod((request, context) => served().routes[name].GET(request, context));
