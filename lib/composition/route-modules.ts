/**
 * Calls the route handlers of `app/v1` as Next has built them, without what Next does around each call: it resolves the
 * path a second time, copies headers, and makes streams of bodies, which costs several times what the endpoints cost.
 */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { incomingRequest } from '../http/api-request.ts';
import { METHODS, type RouteHandlers } from '../http/route-handler.ts';
import { sendAnswer } from '../http/whole-answer.ts';

/** Next's lists of what it has built: a module to its path, a module to its file. */
const ROUTES_FILE = 'app-path-routes-manifest.json';
const MODULES_FILE = 'server/app-paths-manifest.json';
const API = '/v1/';
/** Other paths are decoded, redirected or refused by Next. */
const PLAIN_PATH = /^(\/[A-Za-z0-9._~-]+)+$/;

const listSchema = z.record(z.string(), z.string());

/** What a built route exports. Source: next/dist/build/templates/app-route.js. */
type BuiltRoute = { routeModule: { ensureUserland(): Promise<void>; userland: Record<string, unknown> } };

const isBuiltRoute = (built: unknown): built is BuiltRoute =>
  typeof built === 'object' &&
  built !== null &&
  'routeModule' in built &&
  typeof built.routeModule === 'object' &&
  built.routeModule !== null &&
  'ensureUserland' in built.routeModule &&
  typeof built.routeModule.ensureUserland === 'function' &&
  'userland' in built.routeModule;

const areHandlers = (module: Record<string, unknown>): module is RouteHandlers =>
  METHODS.every((method) => typeof module[method] === 'function');

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
type Route = { segments: readonly string[]; handlers: () => Promise<RouteHandlers | undefined> };

const nameOf = (segment: string): string | undefined => /^\[(\w+)\]$/.exec(segment)?.[1];

/** The values of a route's segments in a path; undefined where the path is another's. */
function paramsOf({ segments }: Route, path: readonly string[]): Record<string, string> | undefined {
  if (segments.length !== path.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const name = nameOf(segment);
    const given = path[index] ?? '';
    if (name !== undefined) params[name] = given;
    else if (segment !== given) return undefined;
  }
  return params;
}

/**
 * A finder of the handler of a request's path; undefined where the path is left to Next.
 * @param folder of Next's build.
 */
export function routeModules(folder: string): (path: string) => Promise<Handle | undefined> {
  const read = (name: string) => listSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
  const files = read(MODULES_FILE);
  const load = createRequire(resolve(folder, 'server', 'index.js'));

  async function handlersIn(file: string): Promise<RouteHandlers | undefined> {
    const built: unknown = load(`./${file}`);
    if (!isBuiltRoute(built)) return undefined;
    await built.routeModule.ensureUserland();
    const { userland } = built.routeModule;
    return areHandlers(userland) ? userland : undefined;
  }

  const routes = Object.entries(read(ROUTES_FILE)).flatMap(([module, path]): Route[] => {
    const file = files[module];
    // A segment for any rest of a path is Next's to match.
    if (!path.startsWith(API) || path.includes('[[') || file === undefined) return [];
    let loading: Promise<RouteHandlers | undefined> | undefined;
    return [
      {
        segments: path.split('/'),
        handlers: () => {
          loading ??= handlersIn(file);
          return loading;
        },
      },
    ];
  });

  return async (path) => {
    if (!PLAIN_PATH.test(path)) return undefined;
    const given = path.split('/');
    for (const route of routes) {
      const params = paramsOf(route, given);
      const handlers = params && (await route.handlers());
      if (!handlers) continue;
      return async (incoming, response) => {
        const request = incomingRequest(incoming, response);
        const handler = METHODS.find((method) => method === request.method) ?? 'GET';
        await sendAnswer(await handlers[handler](request, { params: Promise.resolve(params) }), response);
      };
    }
    return undefined;
  };
}
