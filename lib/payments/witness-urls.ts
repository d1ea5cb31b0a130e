/** Builds the URL that a browser fetches of each witness: the page's security policy names exactly these addresses. */
import { traitsOf } from './traits.ts';
import type { WitnessNodes } from './witness.ts';

/** @param upstream the network that the node belongs to. Undefined: its nodes are not asked. */
export function witnessUrl(upstream: string, node: string): string | undefined {
  const { witnessPath } = traitsOf(upstream);
  return witnessPath === undefined ? undefined : `${node}${witnessPath}`;
}

export const witnessUrls = (nodes: WitnessNodes): string[] =>
  Object.entries(nodes).flatMap(([upstream, list]) => list.flatMap((node) => witnessUrl(upstream, node) ?? []));
