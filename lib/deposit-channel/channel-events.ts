/** Makes the event of an opened channel: the tracking body before any payment. */
import { encodeTracking } from '../api/encode-tracking.ts';
import { routeSchema } from '../api/schemas/route.ts';
import type { Store, StoredChannel } from '../db/store.ts';
import { type RoutedChannel, usableUntil } from '../domain/deposit-channel.ts';
import { deriveSwap } from '../domain/derive-swap.ts';
import type { SwapEvent } from '../domain/webhook.ts';

/** Empty where the quote had no key, since nobody is told then. */
export async function openedEvents(
  store: Pick<Store, 'loadQuote'>,
  { quoteId, routeIndex, chain }: Pick<StoredChannel, 'quoteId' | 'routeIndex' | 'chain'>,
  channel: RoutedChannel,
  now: number,
): Promise<SwapEvent[]> {
  const quote = await store.loadQuote(quoteId);
  if (quote?.keyId === undefined) return [];
  const { routes } = quote.response;
  const route = routeSchema.safeParse(Array.isArray(routes) ? routes[routeIndex] : undefined);
  if (!route.success) return [];
  const swap = deriveSwap([], { now, legs: Math.max(route.data.legs.length, 1) });
  const known = { ...channel, livesUntil: usableUntil(channel, now) };
  const data = encodeTracking({ quoteId, routeIndex, route: route.data, chain, channel: known, swap, now });
  const type = 'channel.opened';
  return [
    {
      type,
      key: `${type} ${channel.channelId}`,
      body: JSON.stringify({ type, timestamp: new Date(now).toISOString(), data }),
    },
  ];
}
