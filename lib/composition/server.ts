/**
 * Starts the deployment by `npm start`: reads the settings, starts the sandbox beside the server, then Next's handler.
 * Accepts connections at once, stops gracefully, and says in one sentence why it cannot start.
 */

import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import nextConfig from '../../next.config.ts';
import { isProblem, type Problem } from '../api/problem.ts';
import { loadEnvFile, type Settings, SettingsError, settings } from '../config/env.ts';
import { allowedHosts } from '../http/allowed-hosts.ts';
import { callerKey } from '../http/caller.ts';
import { createClientAddress, createTrustedProxies, dropForgedScheme } from '../http/client-address.ts';
import {
  earlyProblem,
  isForPage,
  isLiveQuestion,
  noteRefusal,
  pathOf,
  sendLive,
  sendProblem,
} from '../http/early-answers.ts';
import { faultText } from '../http/fault-text.ts';
import { keepEncoding } from '../http/kept-encoding.ts';
import { type Log, logger } from '../http/logger.ts';
import { count, gauge } from '../http/metrics.ts';
import { keepForOwner, makeOwnerOnly } from '../http/owner-only.ts';
import { type SandboxChild, startSandbox } from '../http/sandbox-child.ts';
import { BACKLOG, refuseBroken, serverOptions } from '../http/server-limits.ts';
import { createStartQueue, LONGEST_WAIT_FOR_PAGES_MS } from '../http/start-queue.ts';
import { staticFiles } from '../http/static-files.ts';
import { announceStop, stopping } from '../http/stopping.ts';
import { endTracing, startTracing } from '../http/trace.ts';
import type { Background } from './background.ts';
import { routeModules } from './route-modules.ts';

/** How long requests under way may take after the process was asked to end. */
const DRAIN_MS = 10_000;
const BUILD = '.next/BUILD_ID';
/** Headers that proxies add; the client of such a request is not the socket's peer. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/** An error whose message is shown as it is, without stack or log line. */
class CannotStart extends Error {}

function readSettings(): Settings {
  // Before Next, which would read it for its own bundle alone.
  loadEnvFile();
  try {
    return settings();
  } catch (error) {
    if (error instanceof SettingsError) throw new CannotStart(error.message);
    throw error;
  }
}

/** Resolves with the server's URL. @throws {CannotStart} */
function listen(server: Server, { host, port }: Settings): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `Port ${port} is in use; set PORT to another one or end what uses it.`,
        EACCES: `Port ${port} may not be used by this account; set PORT to one above 1023.`,
        EADDRNOTAVAIL: `HOST is "${host}", which is no address of this machine.`,
        ENOTFOUND: `HOST is "${host}", which is no address of this machine.`,
      };
      reject(new CannotStart(reasons[error.code ?? ''] ?? error.message));
    });
    server.listen({ port, host, backlog: BACKLOG }, () => {
      // The address of a TCP server is always an object.
      const { address, family, port: actual } = server.address() as AddressInfo;
      const name = ['0.0.0.0', '::'].includes(address) ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
      resolve(`http://${name}:${actual}`);
    });
  });
}

type App = ReturnType<typeof import('next')['default']>;
type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Requests wait until Next is ready, and for their turn; `/health` does not. */
function createHandler(prepared: Promise<Handler>, current: Settings, log: Log): Handler {
  let ready = false;
  const isOwnHost = allowedHosts({ ...current, allowedHosts: current.access.allowedHosts });
  const isFile = staticFiles('public');
  const addressOf = createClientAddress(current.access);
  const isTrustedProxy = createTrustedProxies(current.access.trustedProxies);
  const queue = createStartQueue({ now: () => performance.now(), nextRound: (work) => void setImmediate(work) });
  gauge('portage_waiting_requests', {}, queue.length);
  const refuse = (request: IncomingMessage, response: ServerResponse, problem: Problem): void => {
    if (problem.status !== 503) noteRefusal(log, problem.status, request.method);
    sendProblem(request, response, problem);
  };
  prepared.then(
    () => {
      ready = true;
    },
    () => undefined,
  );
  return async (request, response) => {
    if (isLiveQuestion(request)) return sendLive(request, response);
    const problem = earlyProblem(request, ready, isOwnHost, isFile);
    if (problem) return refuse(request, response, problem);
    // Kept-alive connections would delay the stop.
    if (stopping.aborted) response.setHeader('connection', 'close');
    countPage(request, response);
    // Overwrites what the client sent: only the socket is trusted.
    request.headers['x-portage-client-address'] = remoteAddressOf(request);
    // Set before Next sees the request, because Next adds such headers itself.
    request.headers['x-portage-proxied'] = String(PROXY_HEADERS.some((name) => name in request.headers));
    dropForgedScheme(request.headers, isTrustedProxy(remoteAddressOf(request)));
    const caller = callerKey({ kind: 'anonymous', address: addressOf(headersOf(request), remoteAddressOf(request)) });
    try {
      const longestWaitMs = isForPage(request, isFile) ? LONGEST_WAIT_FOR_PAGES_MS : undefined;
      await queue.enter(caller, () => response.destroyed, longestWaitMs);
    } catch (error) {
      if (!isProblem(error)) throw error;
      count('portage_shed_total', {});
      return sendProblem(request, response, error);
    }
    if (response.destroyed) return;
    const handle = await prepared;
    await handle(request, response);
  };
}

const remoteAddressOf = ({ socket }: IncomingMessage): string => socket.remoteAddress ?? '';

/** The headers that name a client; no other is looked at here. */
function headersOf({ headers }: IncomingMessage): Headers {
  const known = new Headers();
  for (const name of ['x-forwarded-for', 'forwarded']) {
    const value = headers[name];
    if (value !== undefined) known.set(name, String(value));
  }
  return known;
}

/** Counts pages. Endpoints count their own answers by path pattern; pages are recognised by their content type. */
function countPage(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (!String(response.getHeader('content-type')).startsWith('text/html')) return;
    const { method = '' } = request;
    const labels = { route: 'page', method, status: String(response.statusCode), caller: 'anonymous' };
    count('portage_requests_total', labels);
  });
}

/** Loads Next after the server listens, because it takes seconds. */
async function createApp(dev: boolean, { host, port }: Settings): Promise<App> {
  Object.assign(process.env, { NODE_ENV: dev ? 'development' : 'production' });
  const { default: next } = await import('next');
  // Passed as it was built: to read the file, Next would need a compiler that running needs for nothing else.
  return next({ dev, dir: '.', hostname: host, port, quiet: true, ...(dev ? {} : { conf: nextConfig }) });
}

type Running = { server: Server; sandbox?: SandboxChild; app?: App; background?: Background };

/** Resolves when every answer is finished, or the time for that is over. */
function drained({ server }: Running): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
  });
}

/**
 * Stops in this order: no new connections; resumable streams end and observing is handed to other instances at once;
 * answers under way finish; then the services that they used are closed.
 */
function stopGracefully(running: Running, log: Log): (code: number) => void {
  return (code) => {
    if (stopping.aborted) return;
    const startedMs = performance.now();
    log({ event: 'stopping' });
    setTimeout(() => process.exit(code), DRAIN_MS + 5000).unref();
    const answered = drained(running);
    announceStop();
    Promise.allSettled([answered, running.background?.retire()])
      .then(() => running.background?.close())
      .then(() => Promise.allSettled([running.sandbox?.stop(), running.app?.close(), endTracing()]))
      .catch((error: unknown) => log({ event: 'stopping', fault: String(error) }))
      .finally(() => {
        log({ event: 'stopped', ms: Math.round(performance.now() - startedMs) });
        process.exit(code);
      });
  };
}

/** Warns the operator when ownership of the data folder is wrong, and goes on. */
async function ownData({ dataDir, network, publicUrl, access }: Settings, log: Log): Promise<void> {
  makeOwnerOnly();
  const { narrowed, wide } = await keepForOwner(resolve(dataDir));
  if (narrowed > 0) log({ event: 'dataFolder', folder: dataDir, narrowed });
  if (wide.length > 0)
    log({
      event: 'dataFolder',
      folder: dataDir,
      fault: `${wide.length} files of it can be reached by other accounts and belong to another one`,
    });
  if (network.name === 'mainnet' && publicUrl === undefined && access.allowedHosts.length === 0)
    log({
      event: 'hosts',
      fault:
        'Requests are answered under any Host: set PUBLIC_URL, or ALLOWED_HOSTS, to name those of this deployment.',
    });
}

async function main(): Promise<void> {
  const dev = process.argv.includes('--dev');
  const current = readSettings();
  if (!dev && !existsSync(BUILD)) throw new CannotStart('There is no build yet: run "npm run build" first.');
  const root = logger(current.logLevel);
  const log: Log = (event) => root.info(event);

  let start: (handler: Handler) => void = () => undefined;
  const prepared = new Promise<Handler>((resolve) => {
    start = resolve;
  });
  const handle = createHandler(prepared, current, log);
  const server = createServer(serverOptions(), (request, response) => {
    handle(request, response).catch((error: unknown) => {
      log({ event: 'unexpected', error: faultText(error) });
      response.destroy();
    });
  });
  refuseBroken(server, (status) => noteRefusal(log, status));
  startTracing(current.telemetry);
  // Read by all code that writes texts on this server.
  globalThis.portageBrand = current.brand.name;
  const url = await listen(server, current);
  const running: Running = { server };
  const stop = stopGracefully(running, log);
  // A repeated SIGTERM changes nothing while the server stops; a second Ctrl-C ends it at once.
  process.on('SIGTERM', () => stop(0));
  process.once('SIGINT', () => stop(0));
  const onFatal = (sentence: string): void => {
    // Later failures have the same cause.
    if (!stopping.aborted) process.stderr.write(`${sentence}\n`);
    stop(1);
  };
  await ownData(current, log);
  const needsSandbox = current.network.name === 'sandbox' && current.sandboxUrl === undefined;
  if (needsSandbox) running.sandbox = startSandbox(log, onFatal);

  const app = await createApp(dev, current);
  running.app = app;
  // Loaded late, like Next: slow parts must not delay listening.
  const { serve } = await import('./serve.ts');
  const background = serve(onFatal);
  running.background = background;
  await app.prepare();
  const nextHandler = app.getRequestHandler();
  const routes = dev ? undefined : routeModules('.next');
  start(async (request, response) => {
    const direct = await routes?.(pathOf(request));
    if (direct) return direct(request, response);
    keepEncoding(request, response);
    await nextHandler(request, response);
  });
  if (dev) {
    const upgrade = app.getUpgradeHandler();
    server.on('upgrade', (request, socket, head) => void upgrade(request, socket, head));
  }
  // `onFatal` reports what cannot be opened, and ends the process.
  const isOpen = await background.opened;
  // The embedded database gives the files of a new cluster modes of its own.
  await keepForOwner(resolve(current.dataDir));
  if (isOpen) process.stdout.write(`Portage is at ${url} (${current.network.name}).\n`);
}

main().catch((error: unknown) => {
  const text = error instanceof CannotStart ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
