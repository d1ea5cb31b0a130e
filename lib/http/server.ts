/**
 * Starts the deployment by `npm start`: reads the settings, starts the sandbox beside the server, then Next's handler.
 * Accepts connections at once, stops gracefully, and says in one sentence why it cannot start.
 */
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Settings, SettingsError, settings } from '../config/env.ts';
import { earlyProblem, isLiveQuestion, sendLive, sendProblem } from './early-answers.ts';
import { keepEncoding } from './kept-encoding.ts';
import { type Log, logger } from './logger.ts';
import { count } from './metrics.ts';
import { processState } from './process-state.ts';
import { type SandboxChild, startSandbox } from './sandbox-child.ts';
import { endTracing, startTracing } from './trace.ts';

/** How long requests under way may take after the process was asked to end. */
const DRAIN_MS = 10_000;
const BUILD = '.next/BUILD_ID';
/** Headers that proxies add; the client of such a request is not the socket's peer. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/** An error whose message is shown as it is, without stack or log line. */
class CannotStart extends Error {}

function readSettings(): Settings {
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
    server.listen(port, host, () => {
      // The address of a TCP server is always an object.
      const { address, family, port: actual } = server.address() as AddressInfo;
      const name = ['0.0.0.0', '::'].includes(address) ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
      resolve(`http://${name}:${actual}`);
    });
  });
}

type App = ReturnType<typeof import('next')['default']>;
type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Requests wait until Next is ready; `/health` does not. */
function createHandler(prepared: Promise<Handler>): Handler {
  let ready = false;
  prepared.then(
    () => {
      ready = true;
    },
    () => undefined,
  );
  return async (request, response) => {
    if (!ready && isLiveQuestion(request)) return sendLive(request, response);
    const problem = earlyProblem(request, ready);
    if (problem) return sendProblem(request, response, problem);
    // Kept-alive connections would delay the stop.
    if (processState().stopping?.signal.aborted) response.setHeader('connection', 'close');
    countPage(request, response);
    // Overwrites what the client sent: only the socket is trusted.
    request.headers['x-portage-client-address'] = request.socket.remoteAddress ?? '';
    // Set before Next sees the request, because Next adds such headers itself.
    request.headers['x-portage-proxied'] = String(PROXY_HEADERS.some((name) => name in request.headers));
    keepEncoding(request, response);
    const handle = await prepared;
    await handle(request, response);
  };
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
  return next({ dev, dir: '.', hostname: host, port, quiet: true });
}

type Running = { server: Server; sandbox: SandboxChild | undefined; app?: App };

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
  const state = processState();
  const stopping = new AbortController();
  state.stopping = stopping;
  return (code) => {
    if (stopping.signal.aborted) return;
    const startedMs = performance.now();
    log({ event: 'stopping' });
    setTimeout(() => process.exit(code), DRAIN_MS + 5000).unref();
    const answered = drained(running);
    stopping.abort();
    Promise.allSettled([answered, state.retire?.()])
      .then(() => state.close?.())
      .then(() => Promise.allSettled([running.sandbox?.stop(), running.app?.close(), endTracing()]))
      .catch((error: unknown) => log({ event: 'stopping', fault: String(error) }))
      .finally(() => {
        log({ event: 'stopped', ms: Math.round(performance.now() - startedMs) });
        process.exit(code);
      });
  };
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
  const handle = createHandler(prepared);
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      log({ event: 'unexpected', error: String(error) });
      response.destroy();
    });
  });
  startTracing(current.telemetry);
  // Read by all code that writes texts on this server.
  globalThis.portageBrand = current.brand.name;
  const url = await listen(server, current);
  const running: Running = { server, sandbox: undefined };
  const stop = stopGracefully(running, log);
  // A repeated SIGTERM changes nothing while the server stops; a second Ctrl-C ends it at once.
  process.on('SIGTERM', () => stop(0));
  process.once('SIGINT', () => stop(0));
  const onFatal = (sentence: string): void => {
    // Later failures have the same cause and are not shown.
    if (!processState().stopping?.signal.aborted) process.stderr.write(`${sentence}\n`);
    stop(1);
  };
  processState().onFatal = onFatal;
  const needsSandbox = current.network.name === 'sandbox' && current.sandboxUrl === undefined;
  if (needsSandbox) running.sandbox = startSandbox(log, onFatal);

  const app = await createApp(dev, current);
  running.app = app;
  await app.prepare();
  const nextHandler = app.getRequestHandler();
  start((request, response) => nextHandler(request, response));
  if (dev) {
    const upgrade = app.getUpgradeHandler();
    server.on('upgrade', (request, socket, head) => void upgrade(request, socket, head));
  }
  // A failure to open is reported by `onFatal`, which ends the process.
  const opened = await Promise.resolve(processState().services).then(
    () => true,
    () => false,
  );
  if (opened) process.stdout.write(`Portage is at ${url} (${current.network.name}).\n`);
}

main().catch((error: unknown) => {
  const text = error instanceof CannotStart ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
