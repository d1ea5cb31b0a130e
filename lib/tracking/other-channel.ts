/** Finds the deposit channel that a payment went into where the channel was opened without naming the quote. */

import { sameAddress } from '../chains/address.ts';
import type { Store } from '../db/store.ts';
import { sameAsset } from '../domain/asset.ts';
import type { RoutedChannel } from '../domain/deposit-channel.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { PayChannel } from './channel-payment.ts';
import { currentHash, type KnownSwap } from './known-swap.ts';

/** Whether a channel may be opened for the route's terms without naming its quote. */
export const takesChannels = ({ channel, twoLeg }: RouteDraft): boolean => channel !== undefined && !twoLeg;

/** Whether the channel swaps the route's assets and, if a destination was given, pays there. */
function isOfSameTerms(draft: RouteDraft, channel: RoutedChannel, opened: RouteDraft): boolean {
  const { sell, expectedBuy, destinationAddress } = draft;
  return (
    takesChannels(draft) &&
    !opened.twoLeg &&
    sameAsset(sell.asset, opened.sell.asset) &&
    sameAsset(expectedBuy.asset, opened.expectedBuy.asset) &&
    (destinationAddress === '' || sameAddress(expectedBuy.asset.chain, destinationAddress, channel.destinationAddress))
  );
}

/**
 * The channel of the same terms among the recipients. A payment into a channel of other terms is recorded under the
 * quote that the channel was opened for.
 */
export async function channelOfPayment(
  { store, now }: { store: Pick<Store, 'channelAt' | 'loadQuote' | 'recordSwap'>; now: () => number },
  known: KnownSwap,
  recipients: readonly string[],
): Promise<PayChannel | undefined> {
  const { route } = known;
  const found = recipients.length > 0 ? await store.channelAt(route.chain, recipients) : undefined;
  const opened = found && (await store.loadQuote(found.quoteId))?.drafts[found.routeIndex];
  if (!found?.channel || !opened || found.quoteId === route.quoteId) return undefined;
  const { id, chain, livesUntil, channel, quoteId, routeIndex } = found;
  if (isOfSameTerms(route.draft, channel, opened)) return { id, chain, livesUntil, channel };
  await store.recordSwap({ quoteId, routeIndex, hash: currentHash(known), chain, now: now() });
  return undefined;
}
