/** Derives what an integrator is sent about a swap from its state before and after a look. */
import { encodeTracking } from '../api/encode-tracking.ts';
import type { DerivedSwap } from '../domain/derive-swap.ts';
import { isFinalStatus } from '../domain/swap-status.ts';
import type { SwapEvent } from '../domain/webhook.ts';
import type { KnownSwap } from './known-swap.ts';
import { endOf, paymentOf } from './swap-end.ts';

type EventName = Pick<SwapEvent, 'type' | 'key'>;

/** The channel where there is one: one swap is found by it as well as by its payment, which its provider may not name. */
const seenAs = (known: KnownSwap, derived: DerivedSwap): string => known.channels[0]?.id ?? paymentOf(known, derived);

/** Trouble while the swap is under way. A halt that returns is reported again. */
function troubleOf(known: KnownSwap, derived: DerivedSwap): EventName[] {
  const { heldReason, reason, trackingStatus } = derived;
  const why = heldReason ?? reason;
  if (why === undefined || isFinalStatus(trackingStatus) || trackingStatus === 'not_started') return [];
  const halts = known.facts.filter(({ kind }) => kind === 'held').length;
  return [{ type: 'swap.reason', key: `swap.reason ${seenAs(known, derived)} ${halts} ${why}` }];
}

function isChannelOver({ swap, channels }: KnownSwap, { trackingStatus }: DerivedSwap, now: number): boolean {
  const [first] = channels;
  return (
    swap.channelId !== null && trackingStatus === 'not_started' && first !== undefined && first.channel.expiresAt <= now
  );
}

function eventNames(known: KnownSwap, derived: DerivedSwap, now: number): EventName[] {
  const { trackingStatus } = derived;
  const isChanged = trackingStatus !== known.swap.status;
  const isPaid = derived.inbound !== undefined || (trackingStatus !== 'not_started' && trackingStatus !== 'failed');
  const isSeen = known.swap.status === 'not_started' && isChanged && isPaid;
  return [
    ...(isSeen ? [{ type: 'swap.seen', key: `swap.seen ${seenAs(known, derived)}` } as const] : []),
    ...troubleOf(known, derived),
    ...(isChannelOver(known, derived, now)
      ? [{ type: 'channel.expired', key: `channel.expired ${known.swap.channelId}` } as const]
      : []),
    ...(isChanged && isFinalStatus(trackingStatus)
      ? [{ type: `swap.${trackingStatus}`, key: `swap.${trackingStatus} ${endOf(known, derived)}` } as const]
      : []),
  ];
}

/** The tracking body of a swap as an answer has it. */
export function trackingBody(known: KnownSwap, derived: DerivedSwap, now: number, stale = false) {
  const { swap, route, channels } = known;
  return encodeTracking({
    quoteId: route.quoteId,
    routeIndex: route.routeIndex,
    route: route.route,
    chain: route.chain,
    hash: swap.hash,
    channel: channels[0] && { ...channels[0].channel, livesUntil: channels[0].livesUntil },
    swap: derived,
    stale,
    ...(swap.mismatch ? { mismatch: swap.mismatch } : {}),
    now,
  });
}

/**
 * The events of a look. Those that may have been stored before are returned as well; the store keeps each once. Empty
 * where the quote had no key, since nobody gets them then. @param known with the facts of this look.
 */
export function eventsOf(known: KnownSwap, derived: DerivedSwap, now: number): SwapEvent[] {
  if (known.route.keyId === undefined) return [];
  const names = eventNames(known, derived, now);
  if (names.length === 0) return [];
  const data = trackingBody(known, derived, now);
  const timestamp = new Date(now).toISOString();
  return names.map(({ type, key }) => ({ type, key, body: JSON.stringify({ type, timestamp, data }) }));
}
