/**
 * What handlers read of a request. The platform's `Request` fits; `incomingRequest` reads each of it from the socket only
 * when it is asked for, which costs a tenth of making a `Request`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

export type RequestHeaders = Pick<Headers, 'get' | 'has'>;

export type ApiRequest = {
  method: string;
  url: string;
  headers: RequestHeaders;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
  body: AsyncIterable<Uint8Array> | null;
};

const joined = (value: string | string[] | undefined): string | null =>
  value === undefined ? null : typeof value === 'string' ? value : value.join(', ');

class IncomingRequest implements ApiRequest {
  readonly headers: RequestHeaders;
  readonly #incoming: IncomingMessage;
  readonly #response: ServerResponse;
  #signal: AbortSignal | undefined;

  constructor(incoming: IncomingMessage, response: ServerResponse) {
    this.#incoming = incoming;
    this.#response = response;
    const known = incoming.headers;
    this.headers = {
      get: (name) => joined(known[name.toLowerCase()]),
      has: (name) => known[name.toLowerCase()] !== undefined,
    };
  }

  get method(): string {
    return this.#incoming.method ?? 'GET';
  }

  /** With the address of this machine that was reached; only `headers` has the name that the client used. */
  get url(): string {
    const { localAddress = '', localPort } = this.#incoming.socket;
    const host = localAddress.includes(':') ? `[${localAddress}]` : localAddress || 'localhost';
    return `http://${host}:${localPort ?? 0}${this.#incoming.url ?? '/'}`;
  }

  get signal(): AbortSignal {
    if (this.#signal) return this.#signal;
    const controller = new AbortController();
    const response = this.#response;
    const end = () => {
      if (!response.writableFinished) controller.abort();
    };
    if (response.closed || response.destroyed) end();
    else response.once('close', end);
    this.#signal = controller.signal;
    return controller.signal;
  }

  get body(): AsyncIterable<Uint8Array> {
    const incoming = this.#incoming;
    // Not destroyed when reading ends early: the refusal goes out over the same socket.
    return { [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) };
  }
}

export const incomingRequest = (incoming: IncomingMessage, response: ServerResponse): ApiRequest =>
  new IncomingRequest(incoming, response);

/** Whether the answer of this request is sent by this server itself, not by Next. */
export const isIncoming = (request: ApiRequest): boolean => request instanceof IncomingRequest;
