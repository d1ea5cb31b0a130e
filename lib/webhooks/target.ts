/** Refuses targets that are not on the public internet, so that nobody makes this server ask its own network. */
import { BlockList, isIP } from 'node:net';
import type { NetworkName } from '../chains/chain.ts';

/** Source: IANA's registries of special-purpose addresses, and multicast. */
const SPECIAL_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;
/** Within 2000::/3, the only range of global unicast addresses. 6to4, Teredo and the like carry IPv4 addresses. */
const SPECIAL_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const;

const special = new BlockList();
for (const [address, prefix] of SPECIAL_IPV4) special.addSubnet(address, prefix, 'ipv4');
for (const [address, prefix] of SPECIAL_IPV6) special.addSubnet(address, prefix, 'ipv6');
const globalIpv6 = new BlockList();
globalIpv6.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is a public one; IPv4 in IPv6 is not. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  return family === 6 && globalIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

const MOST_URL_LENGTH = 500;

/**
 * Why a URL cannot be an endpoint, as a sentence; undefined where it can. Names are resolved when something is sent, not
 * here. The sandbox also takes http and addresses of this machine.
 */
export function urlFault(text: string, network: NetworkName): string | undefined {
  if (text.length > MOST_URL_LENGTH || !URL.canParse(text))
    return `url must be a URL of at most ${MOST_URL_LENGTH} characters, such as https://example.com/portage.`;
  const { protocol, username, password, hostname, hash } = new URL(text);
  if (username !== '' || password !== '' || hash !== '') return 'url must have no user, password or fragment.';
  if (network === 'sandbox')
    return ['https:', 'http:'].includes(protocol) ? undefined : 'url must begin with https:// or http://.';
  if (protocol !== 'https:') return 'url must begin with https://.';
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !isPublicAddress(address))
    return 'url must be on the public internet: this address is private, local or reserved.';
  return undefined;
}
