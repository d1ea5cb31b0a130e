/** Determines a client's address: the socket's, or the one that a trusted proxy reports. */
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Access } from '../config/access-settings.ts';
import type { RequestHeaders } from './api-request.ts';

/**
 * The canonical text of an address: without brackets, port or zone, and an IPv4 address without its IPv6 form;
 * undefined for other text.
 */
export function plainAddress(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(bare)?.[1];
  const ported = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(bare)?.[1];
  const address = (bracketed ?? ported ?? bare).replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  if (isIP(address) === 0) return undefined;
  return isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
}

/**
 * The addresses of a forwarding header in the order in which the hops wrote them: first the client's, last the nearest
 * proxy's. RFC 7239, 4.
 */
function hopsOf(headers: RequestHeaders, header: Access['trustedProxyHeader']): string[] {
  const value = headers.get(header);
  if (value === null) return [];
  if (header === 'x-forwarded-for') return value.split(',');
  return value.split(',').map((hop) => /(?:^|;)\s*for\s*=\s*("[^"]*"|[^;]*)/i.exec(hop)?.[1] ?? '');
}

/** @returns whether an address is one of TRUSTED_PROXIES. Only forwarding headers of such a peer are believed. */
export function createTrustedProxies(trustedProxies: Access['trustedProxies']): (address: string) => boolean {
  const trusted = new BlockList();
  for (const network of trustedProxies) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = plainAddress(address) ?? address;
    return trustedProxies.length > 0 && trusted.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
  };
}

/** Drops the scheme that a request claims for itself, unless a trusted proxy wrote it. */
export function dropForgedScheme(headers: IncomingHttpHeaders, isFromTrustedProxy: boolean): void {
  if (!isFromTrustedProxy) delete headers['x-forwarded-proto'];
}

export type ClientAddress = (headers: RequestHeaders, socketAddress: string) => string;

/**
 * Takes the right-most address that is not a trusted proxy's, since the client may have written everything to its left.
 * Only the configured header is read, since proxies pass the other one on unchecked.
 */
export function createClientAddress({
  trustedProxies,
  trustedProxyHeader,
}: Pick<Access, 'trustedProxies' | 'trustedProxyHeader'>): ClientAddress {
  const isTrusted = createTrustedProxies(trustedProxies);
  return (headers, socketAddress) => {
    let known = plainAddress(socketAddress) ?? socketAddress;
    if (!isTrusted(known)) return known;
    for (const hop of hopsOf(headers, trustedProxyHeader).reverse()) {
      const address = plainAddress(hop);
      // A hop hides or garbles its peer: the last known proxy counts as the client.
      if (address === undefined) return known;
      known = address;
      if (!isTrusted(address)) return known;
    }
    return known;
  };
}
