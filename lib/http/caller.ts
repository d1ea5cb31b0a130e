/** Identifies a caller: an integrator by its key, every other caller by its address. */
import type { Integrator } from '../domain/integrator.ts';

/** `address` is the client's address; '' where it is unknown. `isPage`: a visitor of this deployment's own page. */
export type Caller =
  | { kind: 'anonymous'; address: string; isPage?: true }
  | { kind: 'integrator'; keyId: string; integrator: Integrator };

const IPV6_NETWORK_GROUPS = 4;

/** The /64 network of an IPv6 address, which one customer has to itself; any other text unchanged. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = [...left, ...zeros, ...right].slice(0, IPV6_NETWORK_GROUPS);
  return `${groups.map((group) => Number.parseInt(group || '0', 16).toString(16)).join(':')}::/64`;
}

/**
 * The key under which a caller is counted: the integrator, whichever of its keys it uses, or the address (IPv6 by its
 * /64).
 */
export const callerKey = (caller: Caller): string =>
  caller.kind === 'integrator' ? `key:${caller.integrator.id}` : networkOf(caller.address);
