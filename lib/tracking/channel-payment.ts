/** Says through which deposit channel a swap may be paid, what a payment through it looks like, and when it comes too late. */
import { CHAINS } from '../chains/chains.ts';
import type { Store, StoredChannel, StoredSwap } from '../db/store.ts';
import type { RoutedChannel } from '../domain/deposit-channel.ts';
import type { RouteDraft } from '../domain/route.ts';
import { canBePaid } from './payment.ts';

export type OpenedChannelRow = StoredChannel & { channel: RoutedChannel };

const isOpen = (stored: StoredChannel | undefined): stored is OpenedChannelRow => stored?.channel != null;

/**
 * The channel that the swap is bound to; else all that its route has had, newest first; none where the route cannot be
 * paid through one.
 */
export async function channelsOf(
  store: Pick<Store, 'loadChannel' | 'channelsOfRoute'>,
  swap: StoredSwap,
  draft: RouteDraft,
): Promise<OpenedChannelRow[]> {
  if (swap.channelId !== null) return [await store.loadChannel(swap.channelId)].filter(isOpen);
  if (!draft.channel) return [];
  return (await store.channelsOfRoute(swap)).filter(isOpen);
}

/** A channel's address takes the sold asset and nothing beside it: no contract, no memo. */
export function paidThrough(draft: RouteDraft, { channel }: OpenedChannelRow): RouteDraft {
  const { targetAddress: _target, vaultAddress: _vault, memo: _memo, tx: _tx, ...rest } = draft;
  return { ...rest, inboundAddress: channel.depositAddress };
}

/** A way in which a route may have been paid. */
export type Way = { draft: RouteDraft; channel: OpenedChannelRow | undefined };

/** The likeliest first. A swap that is bound to a channel was paid through it and in no other way. */
export function waysToPay(draft: RouteDraft, swap: StoredSwap, channels: readonly OpenedChannelRow[]): Way[] {
  const through = channels.map((channel): Way => ({ draft: paidThrough(draft, channel), channel }));
  const isBound = swap.channelId !== null && channels.length > 0;
  return isBound || (channels.length > 0 && !canBePaid(draft)) ? through : [...through, { draft, channel: undefined }];
}

/** Why a payment in that block is lost to the swap; undefined where it came in time. */
export function lateReason({ chain, channel }: OpenedChannelRow, blockNumber: number | undefined): string | undefined {
  const last = channel.sourceChainExpiryBlock;
  if (blockNumber === undefined || blockNumber <= last) return undefined;
  return `The payment came in block ${blockNumber} of ${CHAINS[chain].name}; the channel ended with block ${last}. Chainflip neither swaps nor sends back what comes later: ask its support, and give it the channel ${channel.channelId} and this transaction.`;
}
