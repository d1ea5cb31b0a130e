/** What a browser fetches of each witness: the security policy of the page names exactly these addresses. */
import type { WitnessNodes } from './witness.ts';

/** What follows a node's base address, by network. */
const PATHS: Readonly<Record<string, string>> = {
  THORCHAIN: '/thorchain/inbound_addresses',
  MAYACHAIN: '/mayachain/inbound_addresses',
  CHAINFLIP: '',
};

/** @param upstream the network that the node belongs to. Undefined: nodes of it are not asked anything. */
export const witnessUrl = (upstream: string, node: string): string | undefined =>
  Object.hasOwn(PATHS, upstream) ? `${node}${PATHS[upstream]}` : undefined;

export const witnessUrls = (nodes: WitnessNodes): string[] =>
  Object.entries(nodes).flatMap(([upstream, list]) => list.flatMap((node) => witnessUrl(upstream, node) ?? []));
