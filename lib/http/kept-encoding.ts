/**
 * Lets a handler answer with compressed bytes of a known length. Next drops `content-encoding` and `content-length`
 * from a handler's answer (next/dist/server/send-response.js, FORBIDDEN_HEADERS), so they travel under other names,
 * which our server renames. Where a request did not come through our server, handlers answer with plain bytes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ApiRequest, isIncoming } from './api-request.ts';

const KEPT = 'x-portage-';
const KEPT_HEADERS = new Set(['x-portage-content-encoding', 'x-portage-content-length']);
const OFFERED = 'x-portage-keeps-encoding';

/** The name under which a header reaches the client. */
export function sentName(name: string): string {
  const lower = name.toLowerCase();
  return KEPT_HEADERS.has(lower) ? lower.slice(KEPT.length) : name;
}

/** Called by the server for each request before Next sees it. */
export function keepEncoding(request: IncomingMessage, response: ServerResponse): void {
  request.headers[OFFERED] = '1';
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) => setHeader(sentName(name), value);
  // Next sends the head right before the first bytes of the body; corked together they are one packet instead of two.
  response.flushHeaders = () => undefined;
}

/** True when an encoding that a handler sets will reach the client. */
export const canKeepEncoding = (request: ApiRequest): boolean =>
  isIncoming(request) || request.headers.get(OFFERED) === '1';

/** @param length of the compressed body, in bytes, where it is known. */
export const encodingHeaders = (encoding: string, length?: number): Record<string, string> => ({
  [`${KEPT}content-encoding`]: encoding,
  ...(length === undefined ? {} : { [`${KEPT}content-length`]: String(length) }),
});
