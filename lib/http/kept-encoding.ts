/**
 * Lets a handler answer bytes that are compressed already. Next drops `content-encoding` from what handlers answer
 * (next/dist/server/send-response.js, FORBIDDEN_HEADERS), so the encoding travels under another name and is renamed
 * by our server; where the request did not come through it, handlers answer plain bytes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

const KEPT = 'x-portage-content-encoding';
const OFFERED = 'x-portage-keeps-encoding';

/** Called by the server for each request before Next has it. */
export function keepEncoding(request: IncomingMessage, response: ServerResponse): void {
  request.headers[OFFERED] = '1';
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    name.toLowerCase() === KEPT ? setHeader('content-encoding', String(value)) : setHeader(name, value);
}

/** True when an encoding that a handler names will reach the client. */
export const canKeepEncoding = (request: Request): boolean => request.headers.get(OFFERED) === '1';

export const encodingHeader = (encoding: string): Record<string, string> => ({ [KEPT]: encoding });
