/** A small HTTP server on loopback that replaces an upstream in tests: it replays answers and can misbehave. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { type Fetch, pooledFetch } from '../chain-clients/pooled-fetch.ts';

export type Call = { method: string; path: string; query: URLSearchParams; body: string };
/** `body` wins over `json`. `hang` never answers; `half` breaks the connection in the middle of the body. */
export type Reply = {
  status?: number;
  json?: unknown;
  body?: string;
  contentType?: string;
  headers?: Record<string, string>;
  hang?: boolean;
  half?: boolean;
};
export type Responder = (call: Call) => Reply | undefined;

export type LoopbackUpstream = {
  url: string;
  /** Every call so far, oldest first. */
  calls: Call[];
  /** Replaces its answers; without an argument it answers as at first. */
  answer(responder?: Responder): void;
  /** Resolves as soon as a call has arrived that `matches`. */
  arrived(matches: (call: Call) => boolean): Promise<void>;
  close(): Promise<void>;
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function send(response: ServerResponse, reply: Reply | undefined): void {
  if (reply?.hang) return;
  if (reply === undefined) {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"code":5,"message":"Not Implemented"}');
    return;
  }
  const text = reply.body ?? JSON.stringify(reply.json ?? null);
  response.writeHead(reply.status ?? 200, {
    'content-type': reply.contentType ?? 'application/json',
    'content-length': Buffer.byteLength(text),
    ...reply.headers,
  });
  if (!reply.half) response.end(text);
  else response.write(text.slice(0, Math.floor(text.length / 2)), () => response.destroy());
}

export async function startLoopbackUpstream(initial: Responder): Promise<LoopbackUpstream> {
  let responder = initial;
  const calls: Call[] = [];
  const waiting: { matches: (call: Call) => boolean; done: () => void }[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://loopback');
    const body = await bodyOf(request);
    const call: Call = { method: request.method ?? 'GET', path: url.pathname, query: url.searchParams, body };
    calls.push(call);
    send(response, responder(call));
    for (const one of waiting.filter(({ matches }) => matches(call))) one.done();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    answer: (next) => {
      responder = next ?? initial;
    },
    arrived: (matches) =>
      calls.some(matches) ? Promise.resolve() : new Promise((done) => waiting.push({ matches, done })),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The product's own client; it refuses every host but loopback. */
export const loopbackFetch: Fetch = (url, init) => {
  const { hostname } = new URL(url);
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) throw new Error(`tests may not reach ${hostname}`);
  return pooledFetch(url, init);
};

/** An upstream that stops with the test that starts it. */
export async function upstreamOfTest(initial: Responder): Promise<LoopbackUpstream> {
  const upstream = await startLoopbackUpstream(initial);
  onTestFinished(() => upstream.close());
  return upstream;
}
