/**
 * Lets providers quote and list only a deployment's offer; swaps under way are tracked by the unrestricted providers.
 */
import { notOffered, type Offer } from '../domain/offer.ts';
import type { Provider } from '../providers/provider.ts';

/** The same providers when a deployment offers everything. */
export function limitToOffer(providers: readonly Provider[], offer: Offer): readonly Provider[] {
  if (offer.chains === undefined && offer.only === undefined && offer.denied.size === 0) return providers;
  return providers.map((provider) => ({
    ...provider,
    refuse(pair, id) {
      const message = notOffered(pair.sellAsset, offer) ?? notOffered(pair.buyAsset, offer);
      return message === undefined ? provider.refuse(pair, id) : { code: 'tokenNotFound', message };
    },
    async tokens(options) {
      const listed = await provider.tokens(options);
      return listed.filter(({ asset }) => notOffered(asset, offer) === undefined);
    },
  }));
}
