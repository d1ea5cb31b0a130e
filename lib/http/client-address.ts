/** Tells a client's address: the socket's, or what proxies that the deployment trusts say of it, and nobody else's word. */
import { BlockList, isIP } from 'node:net';
import type { Access } from '../config/access-settings.ts';

/** The canonical text of an address, without brackets, port, zone or IPv4's IPv6 form; undefined where it is none. */
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

/** Addresses in the order in which the hops wrote them: the client's first, the nearest proxy's last. RFC 7239, 4. */
function hopsOf(headers: Headers, header: Access['trustedProxyHeader']): string[] {
  const value = headers.get(header);
  if (value === null) return [];
  if (header === 'x-forwarded-for') return value.split(',');
  return value.split(',').map((hop) => /(?:^|;)\s*for\s*=\s*("[^"]*"|[^;]*)/i.exec(hop)?.[1] ?? '');
}

export type ClientAddress = (headers: Headers, socketAddress: string) => string;

/**
 * The right-most address that is no trusted proxy's: what stands left of it, the client itself may have written. Only
 * the one header that the setting names is read, since proxies pass on the other one as it came.
 */
export function createClientAddress({
  trustedProxies,
  trustedProxyHeader,
}: Pick<Access, 'trustedProxies' | 'trustedProxyHeader'>): ClientAddress {
  const trusted = new BlockList();
  for (const network of trustedProxies) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  const isTrusted = (address: string): boolean =>
    trustedProxies.length > 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return (headers, socketAddress) => {
    let known = plainAddress(socketAddress) ?? socketAddress;
    if (!isTrusted(known)) return known;
    for (const hop of hopsOf(headers, trustedProxyHeader).reverse()) {
      const address = plainAddress(hop);
      // A hop that hides or garbles it: as far as we know, the proxy that passed it on is who asks.
      if (address === undefined) return known;
      known = address;
      if (!isTrusted(address)) return known;
    }
    return known;
  };
}
