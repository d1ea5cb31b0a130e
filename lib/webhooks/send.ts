/**
 * Posts one message to an endpoint: to an address that was checked, without following redirects, within bounded time,
 * reading a bounded part of the answer.
 */
import { type LookupAddress, lookup } from 'node:dns';
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { NetworkName } from '../chains/chain.ts';
import { timeLimit } from '../domain/time-limit.ts';
import { isPublicAddress, urlFault } from './target.ts';

export type Message = { url: string; headers: Record<string, string>; body: string };
/** `answer` is the beginning of the answer's body; without an answer `httpStatus` is null and `answer` says why. */
export type SendResult = { httpStatus: number | null; answer: string };
export type Send = (message: Message) => Promise<SendResult>;

export const SEND_TIMEOUT_MS = 10_000;
const MOST_ANSWER_BYTES = 1024;

type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;
export type SendOptions = { network: NetworkName; timeoutMs?: number; resolve?: Resolve };

const resolveAll: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

/** Resolves a name for the connection itself, so that what was checked is what is connected to. */
function checkedLookup({ network, resolve = resolveAll }: SendOptions): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname)
      .then((addresses) => {
        if (network === 'mainnet' && addresses.some(({ address }) => !isPublicAddress(address)))
          throw new Error(`${hostname} leads to an address that is not on the public internet`);
        const [first] = addresses;
        if (first === undefined) throw new Error(`${hostname} has no address`);
        if (options.all) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      })
      .catch((error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), '', 0));
  };
}

function answered(request: ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
    request.end(body);
  });
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    chunks.push(Buffer.from(chunk));
    length += chunks.at(-1)?.length ?? 0;
    if (length >= MOST_ANSWER_BYTES) break;
  }
  // Postgres stores no NUL.
  return Buffer.concat(chunks).subarray(0, MOST_ANSWER_BYTES).toString('utf8').replaceAll('\0', '');
}

export function createSend(options: SendOptions): Send {
  const { network, timeoutMs = SEND_TIMEOUT_MS } = options;
  return async ({ url, headers, body }) => {
    const fault = urlFault(url, network);
    if (fault !== undefined) return { httpStatus: null, answer: fault };
    const signal = timeLimit(timeoutMs);
    const ask = url.startsWith('https:') ? requestHttps : requestHttp;
    const length = String(Buffer.byteLength(body));
    const request = ask(url, {
      method: 'POST',
      agent: false,
      signal,
      lookup: checkedLookup(options),
      headers: { 'content-type': 'application/json; charset=utf-8', 'content-length': length, ...headers },
    });
    try {
      const response = await answered(request, body);
      const { statusCode: httpStatus = 0 } = response;
      return { httpStatus, answer: await beginningOf(response).catch(() => '') };
    } catch (error) {
      const late = `No answer came within ${timeoutMs / 1000} s.`;
      return {
        httpStatus: null,
        answer: signal.aborted ? late : error instanceof Error ? error.message : String(error),
      };
    } finally {
      request.destroy();
    }
  };
}
