/**
 * Lists the deposit channels through which a swap may be paid, what a payment through one looks like, and when it
 * comes too late.
 */
import { CHAINS } from '../chains/chains.ts';
import type { Store, StoredChannel, StoredSwap } from '../db/store.ts';
import type { RoutedChannel } from '../domain/deposit-channel.ts';
import type { RouteDraft } from '../domain/route.ts';
import { canBePaid } from './payment.ts';

/** `id` is that of the stored channel; undefined where the channel is the route's own, made with it. */
export type PayChannel = Pick<StoredChannel, 'chain' | 'livesUntil'> & {
  id: string | undefined;
  channel: RoutedChannel;
};

type OpenedChannelRow = StoredChannel & { channel: RoutedChannel };
const isOpen = (stored: StoredChannel | undefined): stored is OpenedChannelRow => stored?.channel != null;

/** The channel that a route of two legs was made with, when its payment is a deposit into it. */
function ownChannel({ twoLeg, inboundAddress, expirationSeconds, sell }: RouteDraft): PayChannel[] {
  if (!twoLeg?.channel || inboundAddress === undefined) return [];
  // Quotes that were stored before the channel carried its own time have only the route's.
  const livesUntil = twoLeg.channel.payableUntil ?? (expirationSeconds === undefined ? null : expirationSeconds * 1000);
  return [{ id: undefined, chain: sell.asset.chain, livesUntil, channel: twoLeg.channel }];
}

/**
 * The channel that the swap is bound to; otherwise the route's own and all that were opened for it, newest first.
 * Empty when the route cannot be paid through a channel.
 */
export async function channelsOf(
  store: Pick<Store, 'loadChannel' | 'channelsOfRoute'>,
  swap: StoredSwap,
  draft: RouteDraft,
): Promise<PayChannel[]> {
  if (swap.channelId !== null) return [await store.loadChannel(swap.channelId)].filter(isOpen);
  const opened = draft.channel ? (await store.channelsOfRoute(swap)).filter(isOpen) : [];
  return [...ownChannel(draft), ...opened];
}

/** A channel's address takes only the sold asset: no contract, no memo. */
export function paidThrough(draft: RouteDraft, { channel }: PayChannel): RouteDraft {
  const { targetAddress: _target, vaultAddress: _vault, memo: _memo, tx: _tx, ...rest } = draft;
  return { ...rest, inboundAddress: channel.depositAddress };
}

/** A way in which a route may have been paid. */
export type Way = { draft: RouteDraft; channel: PayChannel | undefined };

/**
 * Whether a route with channels can also be paid without them. A route of two legs that begins with a deposit cannot.
 */
const isPaidOtherwise = (draft: RouteDraft): boolean => draft.twoLeg === undefined && canBePaid(draft);

/** The likeliest first. A swap that is bound to a channel was paid through it and in no other way. */
export function waysToPay(draft: RouteDraft, swap: StoredSwap, channels: readonly PayChannel[]): Way[] {
  const through = channels.map((channel): Way => ({ draft: paidThrough(draft, channel), channel }));
  const isBound = swap.channelId !== null && channels.length > 0;
  const isPaidItself = channels.length > 0 ? !isBound && isPaidOtherwise(draft) : canBePaid(draft);
  return isPaidItself ? [...through, { draft, channel: undefined }] : through;
}

/**
 * The channel by which a payment is followed when its own chain does not show the channel. Undefined when it may have
 * been paid another way; then it is followed by its hash. A deposit that is bound to no stored channel went into the
 * route's own.
 */
export function likelyChannel(draft: RouteDraft, channels: readonly PayChannel[], isSeen: boolean) {
  const own = channels.find(({ id }) => id === undefined);
  if (own) return own;
  return isSeen || isPaidOtherwise(draft) ? undefined : channels[0];
}

/** Why a payment in that block is too late for the swap; undefined when it came in time. */
export function lateReason({ chain, channel }: PayChannel, blockNumber: number | undefined): string | undefined {
  const last = channel.sourceChainExpiryBlock;
  if (blockNumber === undefined || blockNumber <= last) return undefined;
  return `The payment came in block ${blockNumber} of ${CHAINS[chain].name}; the channel ended with block ${last}. Chainflip neither swaps nor sends back what comes later: ask its support, and give it the channel ${channel.channelId} and this transaction.`;
}
