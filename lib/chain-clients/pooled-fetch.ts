/**
 * Sends a request over a kept-alive connection and returns the answer with its whole body. The body's length is
 * limited, redirects are refused, and the signal aborts it.
 */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
// Imported alone: all of undici would bring a second `fetch`, caches and web sockets that nothing here uses.
import Agent from 'undici/lib/dispatcher/agent.js';

export type FetchInit = {
  method: 'GET' | 'POST' | 'PATCH';
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  cache: 'no-store';
  /** Bytes of the decompressed body; a longer one is an error. */
  maxBytes: number;
};
/** The part of a `Response` that callers use. */
export type Fetched = Pick<Response, 'status' | 'text'> & { headers: Pick<Headers, 'get' | 'has'> };
/**
 * The part of `fetch` that callers use, so that the platform's own fits too.
 * @throws where the answer is incomplete.
 */
export type Fetch = (url: string, init: FetchInit) => Promise<Fetched>;

const agent = new Agent();
const unpacked = promisify(gunzip);
const utf8 = new TextDecoder();
const tooLong = (maxBytes: number): Error => new Error(`the answer is longer than ${maxBytes} bytes`);

const headersOf = (known: Record<string, string | string[] | undefined>): Fetched['headers'] => ({
  get: (name) => {
    const value = known[name.toLowerCase()];
    return value === undefined ? null : String(value);
  },
  has: (name) => name.toLowerCase() in known,
});

async function textOf(body: Buffer, encoding: string | null, maxBytes: number): Promise<string> {
  if (encoding === null || encoding === 'identity') return utf8.decode(body);
  if (encoding !== 'gzip') throw new Error(`the answer has the encoding ${encoding}, which was not asked for`);
  return utf8.decode(await unpacked(body, { maxOutputLength: maxBytes }));
}

/** Collects one answer and resolves with it once its body is complete. */
function collector(
  { signal, maxBytes }: FetchInit,
  resolve: (fetched: Promise<Fetched>) => void,
  reject: (error: unknown) => void,
): Dispatcher.DispatchHandler {
  const chunks: Buffer[] = [];
  let length = 0;
  let status = 0;
  let headers = headersOf({});
  let request: Dispatcher.DispatchController | undefined;
  // Before there is a connection nothing can be aborted, but the caller does not have to wait for it.
  const stop = () => {
    request?.abort(signal?.reason);
    reject(signal?.reason);
  };
  signal?.addEventListener('abort', stop, { once: true });
  return {
    onRequestStart(controller) {
      request = controller;
      if (signal?.aborted) controller.abort(signal.reason);
    },
    onResponseStart(controller, statusCode, known) {
      status = statusCode;
      headers = headersOf(known);
      if (status >= 300 && status < 400) controller.abort(new Error(`the answer is a redirect (HTTP ${status})`));
    },
    onResponseData(controller, chunk) {
      length += chunk.length;
      if (length > maxBytes) controller.abort(tooLong(maxBytes));
      else chunks.push(chunk);
    },
    onResponseEnd() {
      signal?.removeEventListener('abort', stop);
      const text = textOf(Buffer.concat(chunks, length), headers.get('content-encoding'), maxBytes);
      resolve(text.then((whole) => ({ status, headers, text: async () => whole })));
    },
    onResponseError(_controller, error) {
      signal?.removeEventListener('abort', stop);
      reject(error);
    },
  };
}

export const pooledFetch: Fetch = (url, init) =>
  new Promise((resolve, reject) => {
    init.signal?.throwIfAborted();
    const { origin, pathname, search } = new URL(url);
    const { method, body = null } = init;
    // Some gateways refuse requests without a user agent; this is the one of Node's own `fetch`.
    const headers = { 'user-agent': 'node', 'accept-encoding': 'gzip', ...init.headers };
    agent.dispatch({ origin, path: pathname + search, method, headers, body }, collector(init, resolve, reject));
  });
