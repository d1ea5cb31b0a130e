/** What of a payment is still to be done: to count it, to act on it, to swap the rest of it, to pay. */
import { openOf } from '../world/open-of.ts';
import type { Network } from './network.ts';
import type { Inbound } from './state.ts';

const isOpen = (inbound: Inbound, nodes: number): boolean =>
  inbound.finalisedHeight === undefined ||
  inbound.finalCount < nodes ||
  !inbound.handled ||
  inbound.queued ||
  inbound.outbounds.some(({ state }) => state === 'scheduled');

export const openInbounds = ({ state, config }: Network): readonly Inbound[] =>
  openOf(state.inbounds, (one) => isOpen(one, config.nodes));
