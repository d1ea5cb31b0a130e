/**
 * Lets a handler answer compressed bytes. Next drops `content-encoding` from a handler's answer
 * (next/dist/server/send-response.js, FORBIDDEN_HEADERS), so the header travels under another name, which our server
 * renames. Where a request did not come through our server, handlers answer plain bytes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

const KEPT = 'x-portage-content-encoding';
const OFFERED = 'x-portage-keeps-encoding';

/** Called by the server for each request before Next sees it. */
export function keepEncoding(request: IncomingMessage, response: ServerResponse): void {
  request.headers[OFFERED] = '1';
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    name.toLowerCase() === KEPT ? setHeader('content-encoding', String(value)) : setHeader(name, value);
}

/** True when an encoding that a handler sets will reach the client. */
export const canKeepEncoding = (request: Request): boolean => request.headers.get(OFFERED) === '1';

export const encodingHeader = (encoding: string): Record<string, string> => ({ [KEPT]: encoding });
