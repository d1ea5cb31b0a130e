/** Lets any origin use the public API, without credentials. Source: Fetch standard, "CORS protocol". */
import type { ApiRequest } from './api-request.ts';

const EXPOSED =
  'x-request-id, retry-after, ratelimit, ratelimit-policy, etag, server-timing, idempotency-replayed, link';
const USUAL_HEADERS =
  'content-type, accept, authorization, x-api-key, api-key, x-request-id, traceparent, last-event-id, idempotency-key, if-none-match';
const HEADER_LIST = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+(\s*,\s*[A-Za-z0-9!#$%&'*+.^_`|~-]+)*$/;

export const corsHeaders = (): Record<string, string> => ({
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
});

/** @param allow the path's methods, separated by commas. */
export function preflightHeaders(request: ApiRequest, allow: string): Record<string, string> {
  const asked = request.headers.get('access-control-request-headers')?.trim() ?? '';
  return {
    ...corsHeaders(),
    'access-control-allow-methods': allow,
    'access-control-allow-headers': asked.length <= 1000 && HEADER_LIST.test(asked) ? asked : USUAL_HEADERS,
    'access-control-max-age': '86400',
    vary: 'Access-Control-Request-Headers',
  };
}
