/** Determines the country of a request's caller: only a trusted proxy's word for it counts. */
import type { RequestHeaders } from './api-request.ts';
import { createTrustedProxies } from './client-address.ts';

/** The code of a country that nobody names; ISO 3166-1 leaves it to users, and Cloudflare uses it in this sense. */
export const UNKNOWN_COUNTRY = 'XX';

/**
 * @returns the two-letter code of a request's country in upper case, {@link UNKNOWN_COUNTRY} where the request came past
 * the trusted proxies, or they name none. `socketAddress` is the peer's.
 */
export function createCountryOf({
  trustedProxies,
  countryHeader,
}: {
  trustedProxies: readonly string[];
  countryHeader: string;
}): (headers: RequestHeaders, socketAddress: string) => string {
  const isTrusted = createTrustedProxies(trustedProxies);
  return (headers, socketAddress) => {
    const named = isTrusted(socketAddress) ? (headers.get(countryHeader) ?? '').trim().toUpperCase() : '';
    return /^[A-Z][A-Z0-9]$/.test(named) ? named : UNKNOWN_COUNTRY;
  };
}
