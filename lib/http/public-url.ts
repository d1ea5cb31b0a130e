/** Determines the URL under which people reach this deployment. */
import type { ApiRequest } from './api-request.ts';

const HOST = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(:\d{1,5})?$/;

/**
 * The URL without a trailing slash. The scheme is that of a trusted proxy: the server drops the header of any other peer.
 * @param configured the setting PUBLIC_URL, which takes precedence over the request.
 */
export function publicUrlOf(request: Pick<ApiRequest, 'headers' | 'url'>, configured: string | undefined): string {
  if (configured !== undefined) return configured;
  const host = request.headers.get('host') ?? '';
  const scheme = request.headers.get('x-forwarded-proto') === 'https' ? 'https' : 'http';
  return HOST.test(host) ? `${scheme}://${host}` : new URL(request.url).origin;
}
