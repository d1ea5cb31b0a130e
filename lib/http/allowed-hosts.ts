/**
 * Answers only requests whose Host is one of this deployment's names. Otherwise an attacker could choose the address
 * written into answers, or have a page's own name resolve to this machine ("DNS rebinding").
 */

/** 127.0.0.0/8, also in its IPv6 form, and ::1. Source: RFC 5735, 3; RFC 4291, 2.5.3. */
const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$|^::1$/i;
/** Names that no resolver assigns to another machine. Source: RFC 6761, 6.3. */
const LOCALHOST = /^(?:[a-z0-9-]+\.)*localhost$/;
const HOST = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+))(?::\d{1,5})?$/i;

export const isLoopbackAddress = (address: string): boolean => LOOPBACK_ADDRESS.test(address);

/** The name or address of a Host header in lower case, without port and brackets; undefined where it is none. */
export function hostName(host: string | undefined): string | undefined {
  const [, address, name] = HOST.exec(host?.trim() ?? '') ?? [];
  return (address ?? name)?.toLowerCase().replace(/\.$/, '');
}

/** Whether a Host header names this machine itself, as a person working at it would write it. */
export function isLoopbackHost(host: string | undefined): boolean {
  const name = hostName(host);
  return name !== undefined && (LOCALHOST.test(name) || isLoopbackAddress(name));
}

export type HostSettings = {
  publicUrl: string | undefined;
  /** Names and addresses without port, in lower case. */
  allowedHosts: readonly string[];
  /** The address that the server listens on. */
  host: string;
  network: { name: 'sandbox' | 'mainnet' };
};

const EVERY_ADDRESS = ['0.0.0.0', '::'];

/** Whether a Host is answered; undefined where none is configured, so that every Host is. */
export function allowedHosts({ publicUrl, allowedHosts: named, host, network }: HostSettings) {
  const own = publicUrl === undefined ? [] : [hostName(new URL(publicUrl).host) ?? ''];
  if (network.name === 'mainnet' && own.length === 0 && named.length === 0) return undefined;
  const listening = EVERY_ADDRESS.includes(host) ? [] : [host.toLowerCase()];
  const names = new Set([...own, ...named, ...listening]);
  return (given: string | undefined): boolean => isLoopbackHost(given) || names.has(hostName(given) ?? '');
}
