/**
 * Serves the sandbox's one port, on loopback only: routes each path to its service and applies the faults that are on.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Service, ServiceAnswer } from '../ledger.ts';
import { applyFault, type FaultOutcome } from './http-faults.ts';
import { SandboxError } from './sandbox-error.ts';
import type { RunningWorld } from './world.ts';

/** Larger than any transaction or batch that the page sends. */
const BODY_LIMIT_BYTES = 1024 * 1024;

export type Incoming = {
  method: string;
  path: string;
  query: URLSearchParams;
  body: string;
  headers: IncomingMessage['headers'];
  remoteAddress: string | undefined;
};

/** A handler that receives the whole request: `/control` and `/health`. */
export type InnerHandler = (request: Incoming) => Promise<ServiceAnswer>;

export type Gate = {
  /** Whose nodes answer here: 1 or 2. Faults may be of one operator's nodes alone. */
  operator: number;
  services: Map<string, Service>;
  inner: Map<string, InnerHandler>;
};

class TooLarge extends Error {}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > BODY_LIMIT_BYTES) throw new TooLarge();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const json = (status: number, value: unknown): ServiceAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** Public nodes answer pages of any origin, so these services do too. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': '*',
};

/** The service with the longest matching prefix, and the rest of the path. */
function findService(gate: Gate, path: string): { service: Service; rest: string } | undefined {
  const segments = path.split('/').filter(Boolean);
  for (const count of [2, 1]) {
    const service = gate.services.get(segments.slice(0, count).join('/').toLowerCase());
    if (service === undefined || segments.length < count) continue;
    const rest = path.split('/').slice(count + 1);
    return { service, rest: `/${rest.join('/')}` };
  }
  return undefined;
}

/** The target of faults: `thornode`, or with the chain for services that exist per chain (`esplora/btc`). */
const targetOf = (path: string): string => {
  const [first = '', second] = path.split('/').filter(Boolean);
  const perChain = ['rpc', 'esplora', 'lcd'].includes(first.toLowerCase()) && second !== undefined;
  return (perChain ? `${first}/${second}` : first).toLowerCase();
};

function send(response: ServerResponse, answer: ServiceAnswer, headers: Record<string, string>): void {
  response.writeHead(answer.status, { ...headers, ...answer.headers });
  response.end(answer.body);
}

/** A service's answer at that gate, after the faults that are on. */
export async function answerService(
  world: RunningWorld,
  gate: Gate,
  request: Omit<Incoming, 'remoteAddress'>,
): Promise<FaultOutcome> {
  const target = targetOf(request.path);
  const targets = [target, `${target}-${gate.operator}`];
  return applyFault(world, targets, request.path, async () => {
    const found = findService(gate, request.path);
    if (found === undefined) return json(404, { error: `the sandbox has no service at ${request.path}` });
    const { method, query, body, headers } = request;
    return found.service.handle({ method, path: found.rest, query, body, headers });
  });
}

async function respond(
  world: RunningWorld,
  gate: Gate,
  isReady: () => boolean,
  raw: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(raw.url ?? '/', 'http://sandbox');
  const inner = gate.inner.get(url.pathname.split('/')[1] ?? '');
  if (raw.method === 'OPTIONS' && inner === undefined) {
    send(response, { status: 204, body: '' }, CORS);
    return;
  }
  const request: Incoming = {
    method: raw.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    body: await readBody(raw),
    headers: raw.headers,
    remoteAddress: raw.socket.remoteAddress,
  };
  if (inner !== undefined) {
    send(response, await inner(request), {});
    return;
  }
  if (!isReady()) {
    send(response, json(503, { error: 'the sandbox is starting' }), { ...CORS, 'retry-after': '1' });
    return;
  }
  const outcome = await answerService(world, gate, request);
  const isAnswer = outcome.kind === 'answer';
  world.recent.note({
    at: new Date(world.clock.now()).toISOString(),
    target: targetOf(request.path),
    method: request.method,
    path: raw.url ?? '/',
    outcome: isAnswer ? String(outcome.answer.status) : outcome.kind,
    body: isAnswer ? String(outcome.answer.body) : '',
  });
  if (outcome.kind === 'answer') send(response, outcome.answer, CORS);
  else if (outcome.kind === 'reset') raw.socket.resetAndDestroy();
  // 'hang': nothing is ever sent; the socket closes when the client or the server does.
}

/** Services answer 503 until `isReady`. */
export function createGateServer(world: RunningWorld, gate: Gate, isReady: () => boolean): Server {
  const server = createServer((raw, response) => {
    respond(world, gate, isReady, raw, response).catch((error: unknown) => {
      if (!(error instanceof TooLarge))
        world.log({
          level: 'error',
          event: 'request',
          path: raw.url,
          error: error instanceof Error ? error.stack : error,
        });
      if (response.headersSent) {
        response.destroy();
        return;
      }
      const answer =
        error instanceof TooLarge ? json(413, { error: 'body too large' }) : json(500, { error: 'sandbox fault' });
      send(response, { ...answer, headers: { ...answer.headers, connection: 'close' } }, {});
    });
  });
  server.keepAliveTimeout = 30_000;
  return server;
}

/** Listens on 127.0.0.1. @throws {SandboxError} when the port is taken. */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const sentence =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is in use; stop what listens there, or choose another one with SANDBOX_PORT.`
          : `The sandbox cannot listen on port ${port} (${error.code ?? error.message}); choose another one with SANDBOX_PORT.`;
      reject(new SandboxError(sentence, { cause: error }));
    });
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
